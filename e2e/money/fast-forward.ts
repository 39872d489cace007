import type { QueryFunction } from "../chaos/shop-database.ts";

/** Jobs due later than this have been claimed by a process, for two minutes, and are left alone. */
const later = "now() + interval '3 minutes'";
const unpaid = "status = 'pending' and stock_reserved_until is not null and payment_method <> 'cod'";

/**
 * Updates the rows that the shop has not locked, while it runs: a locked one is changed by the next call, and neither waits for the
 * other.
 */
const updateUnlocked = (query: QueryFunction, table: string, columns: string, condition = "true") =>
  query(`update ${table} set ${columns} where ctid = any(array(
    select ctid from ${table} where ${condition} for no key update skip locked))`);

/** The shop polls the notifier once a minute at most; a running poll is left alone. */
const allowPoll = (query: QueryFunction) =>
  updateUnlocked(
    query,
    "bank_poll",
    "claimed_at = null, blocked_until = null",
    "claimed_at < now() - interval '30 seconds'",
  );

/** Makes some of the waiting jobs due, while shops may be running. */
export async function makeSomeDue(query: QueryFunction): Promise<void> {
  await updateUnlocked(query, "schedule", "next_run = now()");
  const someReserved = `${unpaid} and stock_reserved_until > ${later} and random() < 0.2`;
  await updateUnlocked(query, "orders", "stock_reserved_until = now()", someReserved);
  for (const [table, chance] of [
    ["payment", 0.15],
    ["refund", 0.3],
  ] as const)
    await updateUnlocked(query, table, "next_poll_at = now()", `next_poll_at > ${later} and random() < ${chance}`);
  await allowPoll(query);
}

/** Makes all jobs due, while no shop is running. Payment links do not expire. */
export async function makeAllDue(query: QueryFunction): Promise<void> {
  await query("update schedule set next_run = now()");
  await query(`update orders set stock_reserved_until = now() where ${unpaid}`);
  await query("update payment set next_poll_at = now() where next_poll_at is not null");
  await query("update refund set next_poll_at = now() where next_poll_at is not null");
  await query("update bank_poll set claimed_at = null, blocked_until = null");
  await query("update outbox set run_after = now() where done_at is null and failed_at is null");
}

/**
 * Also expires the payment links. For the end of a run, when they have expired by the gateways' clocks as well and no
 * shopper can pay any more.
 */
export async function endLinks(query: QueryFunction): Promise<void> {
  await query(
    "update payment set expires_at = least(expires_at, now() - interval '20 minutes') where next_poll_at is not null",
  );
  await makeAllDue(query);
}

/**
 * Makes all jobs due that no process has just claimed, while shops are running. @returns whether nothing is left to do
 */
export async function makeDueWhileRunning(query: QueryFunction): Promise<boolean> {
  await updateUnlocked(query, "schedule", "next_run = now()");
  await updateUnlocked(
    query,
    "orders",
    "stock_reserved_until = now()",
    `${unpaid} and stock_reserved_until > ${later}`,
  );
  const linksEnd = "next_poll_at = now(), expires_at = least(expires_at, now() - interval '20 minutes')";
  await updateUnlocked(query, "payment", linksEnd, `next_poll_at > ${later}`);
  await updateUnlocked(query, "refund", "next_poll_at = now()", `next_poll_at > ${later}`);
  await allowPoll(query);
  // a claimed job has an attempt
  const unclaimed = "attempts = 0 and done_at is null and failed_at is null";
  await updateUnlocked(query, "outbox", "run_after = now()", unclaimed);
  return isDone(await stillOpen(query));
}

export const isDone = (open: Record<string, number>): boolean => Object.values(open).every((count) => count === 0);

/** The open work that the shop has to finish by itself, by kind. */
export async function stillOpen(query: QueryFunction): Promise<Record<string, number>> {
  const [row] = await query<Record<string, number>>(
    `select (select count(*) from orders where ${unpaid}) orders,
            (select count(*) from payment where method <> 'cod' and (status in ('created', 'pending') or next_poll_at is not null)) payments,
            (select count(*) from refund where status = 'requested') refunds,
            (select count(*) from outbox where done_at is null and failed_at is null) jobs`,
  );
  return row ?? {};
}
