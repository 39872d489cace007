import type { Call } from "../call.ts";
import { accountCalls } from "./account.ts";
import { cartCalls } from "./cart.ts";
import { listCalls, productReads, shelfReads } from "./catalog.ts";
import { checkoutCalls } from "./checkout.ts";
import { contentCalls } from "./content.ts";
import { locationCalls } from "./locations.ts";
import { searchCalls } from "./search.ts";
import { wishlistCalls } from "./wishlist.ts";

/** Every call of the store, by chapter. A new file of calls is added here with one line. */
export const chapters = {
  contentCalls,
  listCalls,
  searchCalls,
  productReads,
  shelfReads,
  cartCalls,
  wishlistCalls,
  accountCalls,
  checkoutCalls,
  locationCalls,
};

type Chapters = typeof chapters;
/** Any one call of the store, with its own types. */
export type StoreCall = { [Name in keyof Chapters]: Chapters[Name][keyof Chapters[Name]] }[keyof Chapters];

/** The table: what the server registers, the documentation is made of, and the tests walk. */
export const calls: readonly Call[] = Object.values(chapters).flatMap((chapter) => Object.values<Call>(chapter));
