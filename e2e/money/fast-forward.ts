import type { Ask } from "../chaos/shop-database.ts";

/** Further off than what somebody has taken on: that is left to them for two minutes. */
const later = "now() + interval '3 minutes'";
const unpaid = "status = 'pending' and hold_until is not null and payment_method <> 'cod'";

/** Makes some of what waits due, while shops may be at work. */
export async function hurrySome(ask: Ask): Promise<void> {
  await ask("update schedule set next_run = now()");
  await ask(`update orders set hold_until = now() where ${unpaid} and hold_until > ${later} and random() < 0.2`);
  await ask(`update payment set check_after = now() where check_after > ${later} and random() < 0.15`);
  await ask(`update refund set check_after = now() where check_after > ${later} and random() < 0.3`);
}

/** Makes everything due, while no shop is at work. Links to the gateways stay as good as they are. */
export async function hurryAll(ask: Ask): Promise<void> {
  await ask("update schedule set next_run = now()");
  await ask(`update orders set hold_until = now() where ${unpaid}`);
  await ask("update payment set check_after = now() where check_after is not null");
  await ask("update refund set check_after = now() where check_after is not null");
  await ask("update outbox set run_after = now() where done_at is null and failed_at is null");
}

/** The same, when nobody can pay any more: for the gateways' clocks the links are over as well. */
export async function endLinks(ask: Ask): Promise<void> {
  await ask(
    "update payment set expires_at = least(expires_at, now() - interval '20 minutes') where check_after is not null",
  );
  await hurryAll(ask);
}

/** Makes due, while shops are at work, whatever none of them has just taken on. @returns whether nothing is left to be done */
export async function turn(ask: Ask): Promise<boolean> {
  await ask("update schedule set next_run = now()");
  await ask(`update orders set hold_until = now() where ${unpaid} and hold_until > ${later}`);
  await ask(`update payment set check_after = now(), expires_at = least(expires_at, now() - interval '20 minutes')
             where check_after > ${later}`);
  await ask(`update refund set check_after = now() where check_after > ${later}`);
  // taken on, it has an attempt
  await ask("update outbox set run_after = now() where attempts = 0 and done_at is null and failed_at is null");
  return isDone(await stillOpen(ask));
}

export const isDone = (open: Record<string, number>): boolean => Object.values(open).every((count) => count === 0);

/** What is still to be done by itself, by what it is. */
export async function stillOpen(ask: Ask): Promise<Record<string, number>> {
  const [row] = await ask<Record<string, number>>(
    `select (select count(*) from orders where ${unpaid}) orders,
            (select count(*) from payment where method <> 'cod' and (status in ('created', 'pending') or check_after is not null)) payments,
            (select count(*) from refund where status = 'requested') refunds,
            (select count(*) from outbox where done_at is null and failed_at is null) jobs`,
  );
  return row ?? {};
}
