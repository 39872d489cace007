import { accountStates } from "./account.ts";
import { authStates } from "./auth.ts";
import { bagStates } from "./bag.ts";
import { checkoutStates } from "./checkout.ts";
import { contentStates } from "./content.ts";
import { headerStates } from "./header.ts";
import { emailStates } from "./emails.ts";
import { productStates } from "./products.ts";
import type { UiStates } from "./ui-states.ts";

/** Every state of the shop that a URL alone does not reach. */
export const allStates: readonly UiStates[] = [
  ...headerStates,
  ...productStates,
  ...bagStates,
  ...authStates,
  ...checkoutStates,
  ...accountStates,
  ...contentStates,
  ...emailStates,
];
