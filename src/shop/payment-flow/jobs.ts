import { minuteMs } from "#shop/kernel/base/clock.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { enqueue, type OutboxHandler, type RecurringJob } from "#shop/kernel/jobs/jobs.ts";
import { isAwaitingPayment } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { expireOrders } from "./expire-orders.ts";
import { pollRefunds, processRefundJob } from "./process-refund.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const works: Record<string, { due: (now: Date) => Sql; run: (shop: AppContextWithGateways) => Promise<void> }> = {
  "expire-orders": {
    due: (now) => sql`select from orders where ${isAwaitingPayment} and hold_until <= ${now}`,
    run: expireOrders,
  },
  "reconcile-payments": {
    due: (now) => sql`select from payment where check_after <= ${now}`,
    run: reconcilePayments,
  },
  "follow-refunds": {
    due: (now) => sql`select from refund where check_after <= ${now}`,
    run: (shop) => pollRefunds(shop),
  },
};

/**
 * What comes round by itself: each job only looks whether something is due and asks for the work, which is done apart, since
 * it waits for gateways and nothing else should.
 */
export const paymentJobs = ({ db, clock }: AppContextWithGateways): RecurringJob[] =>
  Object.entries(works).map(([name, { due }]) => ({
    name,
    everyMs: minuteMs,
    run: () =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const wanted = await tx.one(sql`
          select where exists (${due(now)})
            and not exists (select from outbox where kind = ${name} and done_at is null and failed_at is null)`);
        if (wanted) await enqueue(tx, name, {}, { uniqueKey: `${name}:${now.toISOString()}` });
      }),
  }));

/** That work, and refunds, as the outbox does it. */
export const paymentHandlers = (shop: AppContextWithGateways): Record<string, OutboxHandler> => ({
  refund: processRefundJob(shop),
  ...Object.fromEntries(Object.entries(works).map(([name, { run }]) => [name, () => run(shop)])),
});
