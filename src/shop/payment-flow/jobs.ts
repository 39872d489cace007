import { minuteMs } from "#shop/kernel/base/clock.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { enqueue, type OutboxHandler, type RecurringJob } from "#shop/kernel/jobs/jobs.ts";
import { isAwaitingPayment } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { expireOrders } from "./expire-orders.ts";
import { pollRefunds, processRefundJob } from "./process-refund.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const jobs: Record<string, { due: (now: Date) => Sql; run: (shop: AppContextWithGateways) => Promise<void> }> = {
  "expire-orders": {
    due: (now) => sql`select from orders where ${isAwaitingPayment} and stock_reserved_until <= ${now}`,
    run: expireOrders,
  },
  "reconcile-payments": {
    due: (now) => sql`select from payment where next_poll_at <= ${now}`,
    run: reconcilePayments,
  },
  "poll-refunds": {
    due: (now) => sql`select from refund where next_poll_at <= ${now}`,
    run: (shop) => pollRefunds(shop),
  },
};

/**
 * Recurring jobs: each only checks whether something is due and enqueues an outbox job, which runs separately because it
 * waits for gateways.
 */
export const paymentJobs = ({ db, clock }: AppContextWithGateways): RecurringJob[] =>
  Object.entries(jobs).map(([name, { due }]) => ({
    name,
    everyMs: minuteMs,
    run: () =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const isDue = await tx.one(sql`
          select where exists (${due(now)})
            and not exists (select from outbox where kind = ${name} and done_at is null and failed_at is null)`);
        if (isDue) await enqueue(tx, name, {}, { uniqueKey: `${name}:${now.toISOString()}` });
      }),
  }));

/** The handlers of those outbox jobs, and of refunds. */
export const paymentHandlers = (shop: AppContextWithGateways): Record<string, OutboxHandler> => ({
  refund: processRefundJob(shop),
  ...Object.fromEntries(Object.entries(jobs).map(([name, { run }]) => [name, () => run(shop)])),
});
