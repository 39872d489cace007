import { accountScenes } from "./account.ts";
import { authScenes } from "./auth.ts";
import { bagScenes } from "./bag.ts";
import { checkoutScenes } from "./checkout.ts";
import { contentScenes } from "./content.ts";
import { headerScenes } from "./header.ts";
import { emailScenes } from "./emails.ts";
import { productScenes } from "./products.ts";
import type { Scene } from "./stage.ts";

/** Every state of the shop that a URL alone does not reach. */
export const stateScenes: readonly Scene[] = [
  ...headerScenes,
  ...productScenes,
  ...bagScenes,
  ...authScenes,
  ...checkoutScenes,
  ...accountScenes,
  ...contentScenes,
  ...emailScenes,
];
