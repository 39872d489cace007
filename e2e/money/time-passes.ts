import type { Ask } from "../crash/crash-database.ts";

const unpaid = "status = 'pending' and hold_until is not null and payment_method <> 'cod'";

/**
 * Makes some of what waits due, while shops may be at work: what somebody has just taken on (for two minutes) is left alone.
 */
export async function hurrySome(ask: Ask): Promise<void> {
  const later = "now() + interval '3 minutes'";
  await ask("update schedule set next_run = now()");
  await ask(`update orders set hold_until = now() where ${unpaid} and hold_until > ${later} and random() < 0.06`);
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
