import { deleteExpiredGuestCarts } from "#shop/cart/index.ts";
import {
  aggregateSales,
  announceStockChanges,
  applyGiftDates,
  applyScheduledSales,
  publishScheduledProducts,
  sweepCategoryDeletions,
} from "#shop/catalog/index.ts";
import { sweepGuestOrders } from "#shop/guests/index.ts";
import { promiseJobs } from "#shop/delivery-promise/index.ts";
import { accountJobs, remapAddresses } from "#shop/customers/index.ts";
import { sweepAudit } from "#shop/kernel/db/audit.ts";
import { dayMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { sweepIdempotentResponses } from "#shop/kernel/http/idempotent-responses.ts";
import { type RecurringJob, sweepOutbox } from "#shop/kernel/jobs/jobs.ts";
import { sweepNonces } from "#shop/kernel/auth/oauth.ts";
import { sweepSessions } from "#shop/kernel/auth/sessions.ts";
import { checkStock } from "#shop/stock/index.ts";
import { sweepDeliveries } from "#shop/webhooks/index.ts";
import { sweepCodes } from "#shop/phone-codes/index.ts";
import { endUnusedAccounts } from "#shop/personal-data/index.ts";
import { sweepImports } from "#shop/product-files/index.ts";
import { reindexPending } from "#shop/search/index.ts";
import { sweepChallenges, sweepDevices, sweepFailures, sweepLinks } from "#shop/staff/index.ts";
import { sweepStaffSessions } from "#shop/kernel/auth/staff-sessions.ts";
import { sweepTasks } from "#shop/tasks/index.ts";
import { confirmAutomatically, sweepUndo } from "#shop/workflow/index.ts";
import { markScanOverdue, pollDueShipments, erasePhotos } from "#shop/fulfilment/index.ts";
import { cancelUnconfirmed, remindUnconfirmed, sweepIdempotencyKeys } from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  paymentJobs,
  sweepBankLinks,
  sweepRefundAccounts,
  sweepTransferParties,
} from "#shop/payment-flow/index.ts";

/** Deletes expired data, and does other work by the clock, such as starting and ending sales. */
export function recurringJobs(shop: AppContextWithGateways): RecurringJob[] {
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
    { name: "erase-packing-photos", everyMs: 60 * minuteMs, run: () => erasePhotos(shop) },
    { name: "sweep-product-imports", everyMs: 60 * minuteMs, run: () => sweepImports(shop) },
    { name: "poll-shipments", everyMs: minuteMs, run: () => pollDueShipments(shop) },
    job("mark-scan-overdue", 10 * minuteMs, markScanOverdue),
    { name: "cancel-unconfirmed", everyMs: minuteMs, run: () => cancelUnconfirmed(shop) },
    { name: "remind-unconfirmed", everyMs: minuteMs, run: () => remindUnconfirmed(shop) },
    { name: "confirm-orders", everyMs: minuteMs, run: () => confirmAutomatically(shop) },
    job("apply-scheduled-sales", minuteMs, applyScheduledSales),
    job("apply-gift-dates", minuteMs, applyGiftDates),
    job("publish-scheduled-products", minuteMs, publishScheduledProducts),
    job("announce-stock", 5 * secondMs, announceStockChanges),
    job("aggregate-sales", minuteMs, aggregateSales),
    ...[...promiseJobs, ...accountJobs].map((each) => job(...each)),
    { name: "remap-addresses", everyMs: 60 * minuteMs, run: () => remapAddresses(shop) },
    { name: "check-stock", everyMs: 6 * 60 * minuteMs, run: () => checkStock(shop) },
    job("reindex-search", 5 * minuteMs, reindexPending),
    sweep("sessions", 60 * minuteMs, sweepSessions),
    { name: "end-unused-accounts", everyMs: 60 * minuteMs, run: () => endUnusedAccounts(shop) },
    sweep("visitor-carts", 60 * minuteMs, deleteExpiredGuestCarts),
    sweep("idempotency-keys", 60 * minuteMs, sweepIdempotencyKeys),
    sweep("idempotent-responses", 60 * minuteMs, sweepIdempotentResponses),
    sweep("outbox", 60 * minuteMs, sweepOutbox),
    sweep("webhook-deliveries", 60 * minuteMs, sweepDeliveries),
    sweep("oauth-nonces", 15 * minuteMs, sweepNonces),
    sweep("background-tasks", 60 * minuteMs, sweepTasks),
    sweep("staff-sessions", 60 * minuteMs, sweepStaffSessions),
    sweep("staff-links", 60 * minuteMs, sweepLinks),
    sweep("staff-devices", 60 * minuteMs, sweepDevices),
    sweep("staff-challenges", 60 * minuteMs, sweepChallenges),
    sweep("staff-failures", 60 * minuteMs, sweepFailures),
    sweep("bank-links", 60 * minuteMs, sweepBankLinks),
    sweep("refund-accounts", 60 * minuteMs, sweepRefundAccounts),
    sweep("transfer-parties", 60 * minuteMs, sweepTransferParties),
    sweep("guest-orders", 60 * minuteMs, sweepGuestOrders),
    sweep("phone-codes", 60 * minuteMs, sweepCodes),
    sweep("undo", 60 * minuteMs, sweepUndo),
    sweep("category-deletions", 60 * minuteMs, sweepCategoryDeletions),
    sweep("audit", dayMs, sweepAudit),
  ];
}
