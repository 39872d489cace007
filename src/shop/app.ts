import type { FastifyInstance } from "fastify";
import { addressRoutes } from "#shop/addresses/index.ts";
import { cartRoutes, mergeGuestCart } from "#shop/cart/index.ts";
import {
  catalogRoutes,
  readWooProduct,
  staffProductRoutes,
  staffTaxonomyRoutes,
  giftRoutes,
} from "#shop/catalog/index.ts";
import {
  guestRoutes,
  handleLookup,
  handlePhoneCode,
  lookupKind,
  openOrderLink,
  orderMailUrl,
  phoneCodeKind,
} from "#shop/guests/index.ts";
import { contentRoutes } from "#shop/content/index.ts";
import { customerRoutes, readWooCustomer } from "#shop/customers/index.ts";
import { assertRoutesHaveEndpoint } from "#shop/kernel/http/route-registry.ts";
import { createHttp } from "#shop/kernel/http/http.ts";
import { registerHealth } from "#shop/kernel/http/register-health.ts";
import { JobRunner, type OutboxHandler } from "#shop/kernel/jobs/jobs.ts";
import { authenticateKeyHook } from "#shop/kernel/auth/keys.ts";
import type { Replica } from "#shop/kernel/db/replica.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { locationRoutes } from "#shop/locations/index.ts";
import { mailKind, createMailSender } from "#shop/mail/index.ts";
import { stockRoutes } from "#shop/stock/index.ts";
import { deliverWebhook, pingKind, pingWebhook, webhookKind, webhookRoutes } from "#shop/webhooks/index.ts";
import { offeredPaymentMethods, openGateways } from "#shop/payments/index.ts";
import { personalDataRoutes } from "#shop/personal-data/index.ts";
import { referenceRoutes } from "#shop/api-docs/index.ts";
import { priceChangeTask, priceChangeUndoTask, pricingRoutes } from "#shop/pricing/index.ts";
import { productFileRoutes, productImportRevertTask, productImportTask } from "#shop/product-files/index.ts";
import { applyChangeJob, byLink, selfServiceOf, selfServiceRoutes } from "#shop/self-service/index.ts";
import { searchRoutes } from "#shop/search/index.ts";
import { siteMapRoutes } from "#shop/sitemap/index.ts";
import { staffRoutes } from "#shop/staff/index.ts";
import {
  backgroundTaskHandler,
  backgroundTaskJob,
  backgroundTaskPartition,
  taskRoutes,
  type TaskKinds,
} from "#shop/tasks/index.ts";
import { bulkOrdersTask, readOrderWorkflows, receiptRoutes, workflowRoutes } from "#shop/workflow/index.ts";
import { wishlistRoutes } from "#shop/wishlist/index.ts";
import { checkoutRoutes, manualOrderRoutes, submitCodOrder } from "#shop/checkout/index.ts";
import {
  carrierWebhookRoutes,
  fulfillmentRoutes,
  handleShipmentJob,
  manifestRoutes,
  parcelRoutes,
  returnRoutes,
  packingRoutes,
  shipmentJobKind,
} from "#shop/fulfilment/index.ts";
import {
  deriveFirstOrders,
  firstOrdersJobKind,
  orderChangeJobKind,
  orderRoutes,
  ownReservedStock,
  readWooOrder,
  refundRequestRoutes,
} from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  bankOverviewRoutes,
  bankPageUrl,
  paymentHandlers,
  paymentRoutes,
} from "#shop/payment-flow/index.ts";
import { recurringJobs } from "./recurring-jobs.ts";
import "./connect-orders.ts";

export interface ShopApp {
  http: FastifyInstance;
  jobs: JobRunner;
  /** Completes requests in flight, then closes the database. */
  close(): Promise<void>;
}

/** Actions on many records, by kind. */
const taskKinds = (shop: AppContext): TaskKinds => ({
  orders_bulk: bulkOrdersTask,
  price_change: priceChangeTask,
  price_change_undo: priceChangeUndoTask,
  product_import: productImportTask(shop),
  product_import_revert: productImportRevertTask,
});

/** Jobs that run after the commit that enqueued them. */
const outboxHandlers = (shop: AppContextWithGateways): Record<string, OutboxHandler> => ({
  [webhookKind]: deliverWebhook(shop, {
    order: (id) => readWooOrder(shop, id),
    product: (id) => readWooProduct(shop, id),
    customer: (id) => readWooCustomer(shop, id),
  }),
  [pingKind]: pingWebhook(shop),
  [shipmentJobKind]: handleShipmentJob(shop),
  [orderChangeJobKind]: applyChangeJob(shop),
  [backgroundTaskJob]: backgroundTaskHandler(shop, taskKinds(shop)),
  [lookupKind]: handleLookup(shop),
  [phoneCodeKind]: handlePhoneCode(shop),
  [firstOrdersJobKind]: deriveFirstOrders(shop),
  ...paymentHandlers(shop),
});

/** Sends the emails in the outbox; null without a mail server. */
const openMailSender = (shop: AppContext) =>
  shop.config.mail &&
  createMailSender(shop, {
    ...shop.config.mail,
    urlOfOrder: (orderId, mail) => orderMailUrl(shop, { orderId, mail, bankPage: bankPageUrl }),
  });

/** The routes of the back office. @param paying the shop with its gateways */
async function registerBackOffice(
  http: FastifyInstance,
  shop: AppContext,
  paying: AppContextWithGateways,
): Promise<void> {
  await http.register(staffRoutes(shop));
  await http.register(stockRoutes(shop));
  await http.register(pricingRoutes(shop));
  await http.register(productFileRoutes(shop));
  await http.register(workflowRoutes(shop));
  await http.register(refundRequestRoutes(shop));
  await http.register(manualOrderRoutes(paying));
  await http.register(packingRoutes(shop));
  await http.register(taskRoutes(shop));
  await http.register(parcelRoutes(shop));
  await http.register(manifestRoutes(shop));
  await http.register(returnRoutes(shop));
  await http.register(bankOverviewRoutes(paying));
  await http.register(staffProductRoutes(shop));
  await http.register(staffTaxonomyRoutes(shop));
  await http.register(giftRoutes(shop));
}

/**
 * Builds the store: every domain's routes on one server. Does not listen and does not run jobs yet. @param replica
 * behind `shop.reads`
 */
export async function buildShop(shop: AppContext, replica?: Replica): Promise<ShopApp> {
  const { db, cache, clock, config, log } = shop;
  const http = await createHttp(shop);
  authenticateKeyHook(http, shop);
  assertRoutesHaveEndpoint(http);
  const unsubscribe = await cache.subscribeToInvalidations(db, log, replica);
  registerHealth(http, db);
  const paying = { ...shop, gateways: openGateways(shop) };
  // both share the cache of the carrier's responses
  await http.register(locationRoutes(paying));
  await http.register(addressRoutes(shop));
  await http.register(
    orderRoutes(paying, {
      submitOwnOrder: (request, by) => submitCodOrder(paying, request, by),
      selfServiceOf: selfServiceOf(db),
      workflowsOf: (ids, lang) => readOrderWorkflows(db, ids, { lang, now: shop.clock.now() }),
    }),
  );
  await http.register(paymentRoutes(paying, { openOrderLink: openOrderLink(shop) }));
  await http.register(checkoutRoutes(paying));
  await http.register(selfServiceRoutes(paying));
  await http.register(guestRoutes(shop, { mergeGuestCart, ...byLink(paying) }));
  await http.register(carrierWebhookRoutes(paying));
  await http.register(fulfillmentRoutes(shop));
  await http.register(customerRoutes(shop, { mergeGuestCart }));
  await http.register(personalDataRoutes(shop));
  await http.register(wishlistRoutes(shop));
  await http.register(cartRoutes(shop, { reservedStock: ownReservedStock }));
  await http.register(contentRoutes(shop, { paymentMethods: offeredPaymentMethods(config) }));
  await http.register(catalogRoutes(shop));
  await http.register(searchRoutes(shop));
  await http.register(webhookRoutes(shop));
  await http.register(referenceRoutes(shop));
  await http.register(siteMapRoutes(shop));
  await http.register(receiptRoutes(shop));
  if (config.backOffice) await registerBackOffice(http, shop, paying);
  // without a mail server emails stay queued in the outbox until the shop is started with one
  const mailSender = openMailSender(shop);
  const jobs = new JobRunner({
    db,
    clock,
    log,
    handlers: { ...outboxHandlers(paying), ...(mailSender ? { [mailKind]: mailSender.deliver } : {}) },
    // a slow webhook does not delay the others, a long task no other task, a slow message few others
    partitions: { [webhookKind]: "webhook", [backgroundTaskJob]: backgroundTaskPartition, [phoneCodeKind]: "slot" },
    recurring: recurringJobs(paying),
  });
  return {
    http,
    jobs,
    close: async () => {
      await jobs.stop();
      await mailSender?.close();
      await http.close();
      await unsubscribe();
      await replica?.close();
      await db.close();
    },
  };
}
