import type { Endpoint } from "../endpoint.ts";
import { attributeWrites } from "../woo/attribute.ts";
import { categoryWrites } from "../woo/category.ts";
import { productWrites } from "../woo/product.ts";
import { tagWrites } from "../woo/tag.ts";
import { termWrites } from "../woo/term.ts";
import { variationWrites } from "../woo/variation.ts";
import { aboutCalls } from "./about.ts";
import { accountCalls } from "./account.ts";
import { cartCalls } from "./cart.ts";
import { listCalls, productReads, shelfReads } from "./catalog.ts";
import { checkoutCalls } from "./checkout.ts";
import { contentCalls } from "./content.ts";
import { locationCalls } from "./locations.ts";
import { orderNoteCalls } from "./order-notes.ts";
import { orderCalls } from "./orders.ts";
import { parcelCalls } from "./parcels.ts";
import { paymentCalls } from "./payments.ts";
import { uploadPicture } from "./pictures.ts";
import { refundCalls } from "./refunds.ts";
import { searchCalls } from "./search.ts";
import { tagReads } from "./tags.ts";
import { listDeliveries, listWebhooks, readDelivery, readWebhook, webhookWrites } from "./webhooks.ts";
import { wishlistCalls } from "./wishlist.ts";
import { customerWrites, listCustomers, readCustomer } from "./woo-customers.ts";

/** Every call of the store, by chapter. A new file of calls is added here with one line. */
export const chapters = {
  aboutCalls,
  contentCalls,
  listCalls,
  searchCalls,
  productReads,
  productWrites,
  variationWrites,
  shelfReads,
  tagReads,
  categoryWrites,
  attributeWrites,
  termWrites,
  tagWrites,
  cartCalls,
  wishlistCalls,
  accountCalls,
  checkoutCalls,
  paymentCalls,
  orderCalls,
  orderNoteCalls,
  refundCalls,
  customerReads: { listCustomers, readCustomer },
  customerWrites,
  webhookReads: { listWebhooks, readWebhook, listDeliveries, readDelivery },
  webhookWrites,
  pictureCalls: { uploadPicture },
  locationCalls,
  parcelCalls,
};

type Chapters = typeof chapters;
/** Any one call of the store, with its own types. */
export type StoreCall = { [Name in keyof Chapters]: Chapters[Name][keyof Chapters[Name]] }[keyof Chapters];

/** The table: what the server registers, the documentation is made of, and the tests walk. */
export const calls: readonly Endpoint[] = Object.values(chapters).flatMap((chapter) =>
  Object.values<Endpoint>(chapter),
);
