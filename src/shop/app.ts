import type { FastifyInstance } from "fastify";
import { cartRoutes, mergeVisitorCart, sweepVisitorCarts } from "./cart/index.ts";
import { catalogRoutes, aggregateSales, readWooProduct, announceStockChanges, applyScheduledSales } from "./catalog/index.ts";
import { contentRoutes } from "./content/index.ts";
import { customerRoutes, readWooCustomer, sweepResets } from "./customers/index.ts";
import { sweepAudit } from "./kernel/audit.ts";
import { assertRoutesHaveEndpoint } from "./kernel/call-routes.ts";
import { dayMs, minuteMs, secondMs } from "./kernel/clock.ts";
import type { Tx } from "./kernel/database.ts";
import { createHttp } from "./kernel/http.ts";
import { JobRunner, type OutboxHandler, type RecurringJob, sweepOutbox } from "./kernel/jobs.ts";
import { authenticateKeyHook } from "./kernel/keys.ts";
import { sweepNonces } from "./kernel/oauth.ts";
import { isDatabaseReady } from "./kernel/readiness.ts";
import type { Replica } from "./kernel/replica.ts";
import { sweepSessions } from "./kernel/sessions.ts";
import type { AppContext } from "./kernel/shop.ts";
import { locationRoutes } from "./locations/index.ts";
import { mailKind, createMailSender } from "./mail/index.ts";
import {
  deliverWebhook,
  pingKind,
  pingWebhook,
  sweepDeliveries,
  webhookKind,
  webhookRoutes,
} from "./merchant/index.ts";
import {
  doParcelWork,
  pollDueShipments,
  orderRoutes,
  ownReservedStock,
  type AppContextWithGateways,
  parcelKind,
  paymentHandlers,
  paymentJobs,
  readWooOrder,
  sweepIdempotencyKeys,
} from "./orders/index.ts";
import { offeredPaymentMethods, openGateways } from "./payments/index.ts";
import { personalDataRoutes } from "./personal-data/index.ts";
import { referenceRoutes } from "./reference/index.ts";
import { searchRoutes, reindexPending } from "./search/index.ts";
import { siteMapRoutes } from "./site-map/index.ts";
import { wishlistRoutes } from "./wishlist/index.ts";

export interface ShopApp {
  http: FastifyInstance;
  jobs: JobRunner;
  /** Finishes what is in flight, then lets go of the database. */
  close(): Promise<void>;
}

/** What is over goes away by itself, and sales begin and end by the clock. */
function recurringJobs(shop: AppContextWithGateways): RecurringJob[] {
  const { db, clock } = shop;
  const job = (name: string, everyMs: number, work: (tx: Tx, now: Date) => Promise<number>): RecurringJob => ({
    name,
    everyMs,
    run: async () => void (await db.transaction((tx) => work(tx, clock.now()))),
  });
  const sweep = (name: string, ...rest: [everyMs: number, work: (tx: Tx, now: Date) => Promise<number>]) =>
    job(`sweep-${name}`, ...rest);
  return [
    ...paymentJobs(shop),
    { name: "follow-parcels", everyMs: minuteMs, run: () => pollDueShipments(shop) },
    job("turn-sales", minuteMs, applyScheduledSales),
    job("tell-sold", 5 * secondMs, announceStockChanges),
    job("count-sold", minuteMs, aggregateSales),
    job("settle-search", 5 * minuteMs, reindexPending),
    sweep("sessions", 60 * minuteMs, sweepSessions),
    sweep("password-resets", 60 * minuteMs, sweepResets),
    sweep("visitor-carts", 60 * minuteMs, sweepVisitorCarts),
    sweep("idempotency-keys", 60 * minuteMs, sweepIdempotencyKeys),
    sweep("outbox", 60 * minuteMs, sweepOutbox),
    sweep("webhook-deliveries", 60 * minuteMs, sweepDeliveries),
    sweep("oauth-nonces", 15 * minuteMs, sweepNonces),
    sweep("audit", dayMs, sweepAudit),
  ];
}

/** Work that is done after the commit that asked for it. */
const outboxHandlers = (shop: AppContextWithGateways): Record<string, OutboxHandler> => ({
  [webhookKind]: deliverWebhook(shop, {
    order: (id) => readWooOrder(shop, id),
    product: (id) => readWooProduct(shop, id),
    customer: (id) => readWooCustomer(shop, id),
  }),
  [pingKind]: pingWebhook(shop),
  [parcelKind]: doParcelWork(shop),
  ...paymentHandlers(shop),
});

/** Builds the store: every domain's routes on one server. Nothing listens and no job runs until it is asked to. @param replica behind `shop.reads` */
export async function buildShop(shop: AppContext, replica?: Replica): Promise<ShopApp> {
  const { db, cache, clock, config, log } = shop;
  const http = await createHttp(shop);
  authenticateKeyHook(http, shop);
  assertRoutesHaveEndpoint(http);
  const unfollow = await cache.subscribeToInvalidations(db, log, replica);
  http.get("/healthz", async () => ({ status: "ok" }));
  http.get("/readyz", async (_request, reply) => {
    if (await isDatabaseReady(db)) return { status: "ready" };
    return reply.code(503).send({ status: "waiting for the database" });
  });
  const paying = { ...shop, gateways: openGateways(shop) };
  // what is known of the carrier is known to both
  await http.register(locationRoutes(paying));
  await http.register(orderRoutes(paying));
  await http.register(customerRoutes(shop, { mergeGuestCart: mergeVisitorCart }));
  await http.register(personalDataRoutes(shop));
  await http.register(wishlistRoutes(shop));
  await http.register(cartRoutes(shop, { heldPieces: ownReservedStock }));
  await http.register(contentRoutes(shop, { paymentMethods: offeredPaymentMethods(config) }));
  await http.register(catalogRoutes(shop));
  await http.register(searchRoutes(shop));
  await http.register(webhookRoutes(shop));
  await http.register(referenceRoutes(shop));
  await http.register(siteMapRoutes(shop));
  // without a mail server the letters lie in the outbox, untouched, until the shop is started with one
  const post = config.mail && createMailSender(shop, config.mail);
  const jobs = new JobRunner({
    db,
    clock,
    log,
    handlers: { ...outboxHandlers(paying), ...(post ? { [mailKind]: post.deliver } : {}) },
    // each webhook hears in its own time
    partitions: { [webhookKind]: "webhook" },
    recurring: recurringJobs(paying),
  });
  return {
    http,
    jobs,
    close: async () => {
      await jobs.stop();
      await post?.close();
      await http.close();
      await unfollow();
      await replica?.close();
      await db.close();
    },
  };
}
