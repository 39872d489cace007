import { minuteMs } from "#shop/kernel/base/clock.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { enqueue, type OutboxHandler, type RecurringJob } from "#shop/kernel/jobs/jobs.ts";
import { isAwaitingPayment } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { pollBank } from "./bank/poll-bank.ts";
import { dueDeposits, expireDeposits } from "./bank/follow-deposit.ts";
import { dueReminders, sendReminders } from "./bank/remind.ts";
import { expireChanges } from "./change-payment.ts";
import { expireOrders } from "./expire-orders.ts";
import { pollRefunds, processRefundJob } from "./process-refund.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const bankPollKind = "poll-bank";
const bankPollMs = 5 * minuteMs;

interface PaymentJob {
  /** SQL of rows that are due */
  due: (now: Date) => Sql;
  run: (shop: AppContextWithGateways) => Promise<void>;
}

const jobs: Record<string, PaymentJob> = {
  "expire-orders": {
    due: (now) => sql`select from orders where ${isAwaitingPayment} and stock_reserved_until <= ${now}`,
    run: expireOrders,
  },
  "expire-order-changes": {
    due: (now) => sql`select from order_change where state = 'waiting' and hold_until <= ${now}`,
    run: expireChanges,
  },
  "reconcile-payments": {
    due: (now) => sql`select from payment where next_poll_at <= ${now}`,
    run: reconcilePayments,
  },
  "poll-refunds": {
    due: (now) => sql`select from refund where next_poll_at <= ${now}`,
    run: (shop) => pollRefunds(shop),
  },
  "expire-deposits": { due: dueDeposits, run: expireDeposits },
  "remind-bank-transfers": { due: dueReminders, run: sendReminders },
};

/** Transfers that no webhook reported are found by reading the notifier's list. */
const bankJobs = (shop: AppContextWithGateways): RecurringJob[] =>
  shop.config.bank
    ? [
        {
          name: "poll-bank",
          everyMs: bankPollMs,
          run: () =>
            shop.db.transaction(async (tx) => {
              await enqueue(tx, bankPollKind, {}, { uniqueKey: `${bankPollKind}:${shop.clock.now().toISOString()}` });
            }),
        },
      ]
    : [];

/**
 * Recurring jobs: each only checks whether something is due and enqueues an outbox job, which runs separately because it
 * waits for gateways.
 */
export const paymentJobs = (shop: AppContextWithGateways): RecurringJob[] => [
  ...Object.entries(jobs).map(([name, { due }]) => recurring(shop, name, due)),
  ...bankJobs(shop),
];

const recurring = ({ db, clock }: AppContextWithGateways, name: string, due: PaymentJob["due"]): RecurringJob => ({
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
});

/** The handlers of those outbox jobs, and of refunds. */
export const paymentHandlers = (shop: AppContextWithGateways): Record<string, OutboxHandler> => ({
  refund: processRefundJob(shop),
  [bankPollKind]: async () => void (await pollBank(shop, { minGapMs: minuteMs })),
  ...Object.fromEntries(Object.entries(jobs).map(([name, { run }]) => [name, () => run(shop)])),
});
