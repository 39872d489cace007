import type { Endpoint } from "../endpoint.ts";
import { attributeWrites } from "../woo/attribute.ts";
import { categoryWrites } from "../woo/category.ts";
import { productWrites } from "../woo/product.ts";
import { productActions } from "../woo/product-actions.ts";
import { tagWrites } from "../woo/tag.ts";
import { termWrites } from "../woo/term.ts";
import { variationWrites } from "../woo/variation.ts";
import { aboutEndpoints } from "./about.ts";
import { accountEndpoints } from "./account.ts";
import { addressBookEndpoints } from "./address-book.ts";
import { addressEndpoints } from "./addresses.ts";
import { bankOverviewEndpoints } from "./backoffice/bank.ts";
import { bulkOrderEndpoints } from "./backoffice/bulk-orders.ts";
import { orderListEndpoints } from "./backoffice/order-list.ts";
import { savedViewEndpoints } from "./backoffice/saved-views.ts";
import { jobEndpoints } from "./backoffice/jobs.ts";
import { staffLogEndpoints } from "./backoffice/log.ts";
import { orderActionEndpoints } from "./backoffice/order-actions.ts";
import { manifestEndpoints } from "./backoffice/manifests.ts";
import { staffParcelEndpoints } from "./backoffice/parcels.ts";
import { manualOrderEndpoints } from "./backoffice/manual-orders.ts";
import { refundRequestEndpoints } from "./backoffice/refund-requests.ts";
import { returnEndpoints } from "./backoffice/returns.ts";
import { packingBoxEndpoints } from "./backoffice/packing-boxes.ts";
import { packingEndpoints } from "./backoffice/packing.ts";
import { orderDetailEndpoints } from "./backoffice/order-details.ts";
import { staffAccountEndpoints } from "./backoffice/staff.ts";
import { staffPasskeyEndpoints } from "./backoffice/passkeys.ts";
import { productImportEndpoints } from "./backoffice/product-imports.ts";
import { staffProductEndpoints } from "./backoffice/products.ts";
import { staffSessionEndpoints } from "./backoffice/session.ts";
import { taskEndpoints } from "./backoffice/tasks.ts";
import { priceChangeEndpoints } from "./backoffice/prices.ts";
import { stockCountEndpoints, stockEndpoints } from "./backoffice/stock.ts";
import { todayEndpoints } from "./backoffice/today.ts";
import { giftEndpoints, staffTaxonomyEndpoints } from "./backoffice/taxonomies.ts";
import { bankPaymentEndpoints } from "./bank-payments.ts";
import { cartEndpoints } from "./cart.ts";
import { listEndpoints, productReads, taxonomyReads } from "./catalog.ts";
import { checkoutEndpoints, createPaymentEndpoints } from "./checkout.ts";
import { contentEndpoints } from "./content.ts";
import { deliveryPromiseEndpoints } from "./delivery-promise.ts";
import { fulfillmentEndpoints } from "./fulfillments.ts";
import { guestOrderEndpoints } from "./guest-orders.ts";
import { locationEndpoints } from "./locations.ts";
import { orderEmailEndpoints } from "./order-emails.ts";
import { orderNoteEndpoints } from "./order-notes.ts";
import { orderEndpoints } from "./orders.ts";
import { parcelEndpoints } from "./parcels.ts";
import { paymentEndpoints } from "./payments.ts";
import { pictureEndpoints } from "./pictures.ts";
import { receiptEndpoints } from "./receipts.ts";
import { refundEndpoints } from "./refunds.ts";
import { searchEndpoints } from "./search.ts";
import { selfServiceEndpoints } from "./self-service.ts";
import { tagReads } from "./tags.ts";
import { listDeliveries, listWebhooks, readDelivery, readWebhook, webhookWrites } from "./webhooks.ts";
import { wishlistEndpoints } from "./wishlist.ts";
import { customerWrites, listCustomers, readCustomer } from "./woo-customers.ts";

/** Every endpoint of the store, in groups. A new file of endpoints is added here. */
export const endpointGroups = {
  aboutEndpoints,
  contentEndpoints,
  deliveryPromiseEndpoints,
  listEndpoints,
  searchEndpoints,
  productReads,
  productWrites,
  variationWrites,
  taxonomyReads,
  tagReads,
  categoryWrites,
  attributeWrites,
  termWrites,
  tagWrites,
  cartEndpoints,
  wishlistEndpoints,
  accountEndpoints,
  addressBookEndpoints,
  createPaymentEndpoints,
  checkoutEndpoints,
  selfServiceEndpoints,
  paymentEndpoints,
  bankPaymentEndpoints,
  bankOverviewEndpoints,
  orderEndpoints,
  guestOrderEndpoints,
  orderEmailEndpoints,
  orderNoteEndpoints,
  fulfillmentEndpoints,
  receiptEndpoints,
  refundEndpoints,
  customerReads: { listCustomers, readCustomer },
  customerWrites,
  webhookReads: { listWebhooks, readWebhook, listDeliveries, readDelivery },
  webhookWrites,
  productActions,
  pictureEndpoints,
  locationEndpoints,
  addressEndpoints,
  parcelEndpoints,
  staffParcelEndpoints,
  manifestEndpoints,
  returnEndpoints,
  packingEndpoints,
  packingBoxEndpoints,
  staffSessionEndpoints,
  staffPasskeyEndpoints,
  staffAccountEndpoints,
  stockEndpoints,
  priceChangeEndpoints,
  stockCountEndpoints,
  jobEndpoints,
  staffLogEndpoints,
  orderListEndpoints,
  savedViewEndpoints,
  bulkOrderEndpoints,
  taskEndpoints,
  orderActionEndpoints,
  orderDetailEndpoints,
  manualOrderEndpoints,
  refundRequestEndpoints,
  staffProductEndpoints,
  staffTaxonomyEndpoints,
  giftEndpoints,
  productImportEndpoints,
  todayEndpoints,
};

type EndpointGroups = typeof endpointGroups;
/** Union of all endpoints, each with its own types. */
export type StoreEndpoint = {
  [Name in keyof EndpointGroups]: EndpointGroups[Name][keyof EndpointGroups[Name]];
}[keyof EndpointGroups];

/**
 * The endpoint table: the server registers it, the OpenAPI document is generated from it, and tests iterate over it.
 */
export const endpoints: readonly Endpoint[] = Object.values(endpointGroups).flatMap((group) =>
  Object.values<Endpoint>(group),
);
