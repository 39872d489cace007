import { formatDate } from "#contract/dates.ts";
import { hourMs, minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { queueMail } from "#shop/mail/index.ts";
import { type BankNotification, openNotifier, RetryLaterError } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "../app-context-with-gateways.ts";
import { recordTransfer } from "./record-transfer.ts";

/** How far back the list is read; further after a downtime. */
const lookBackMs = 48 * hourMs;
/** transfers appear in the list a moment after they were made, and clocks differ */
const overlapMs = 15 * minuteMs;
/** failed polls in a row after which the merchant is notified */
const alertAfter = 6;

/** of the last poll before an expiry, well within the lease of an order that expires */
const bankPollLimitMs = 30 * secondMs;

type Claim = { since: Date };

/**
 * Claims one poll for all processes of the shop.
 * @returns null if another was begun less than `minGapMs` ago, or the notifier accepts none yet
 */
async function claimPoll(
  { db, clock }: AppContextWithGateways,
  notifier: string,
  minGapMs: number,
): Promise<Claim | null> {
  const now = clock.now();
  const [row] = await db.write<{ succeededAt: Date | null; lastSeen: Date | null }>(sql`
    insert into bank_poll as p (notifier, claimed_at) values (${notifier}, ${now})
    on conflict (notifier) do update set claimed_at = excluded.claimed_at
      where (p.claimed_at is null or p.claimed_at <= ${new Date(now.getTime() - minGapMs)})
        and (p.blocked_until is null or p.blocked_until <= ${now})
    returning succeeded_at "succeededAt", (select max(at) from bank_transfer) "lastSeen"`);
  if (!row) return null;
  const { succeededAt, lastSeen } = row;
  const known = succeededAt ?? lastSeen;
  const usual = now.getTime() - lookBackMs;
  return { since: new Date(known ? Math.min(usual, known.getTime() - overlapMs) : usual) };
}

/** Counts a failed poll; after several the merchant is notified, once until a poll succeeds. */
async function recordFailure({ db, clock }: AppContextWithGateways, notifier: string, error: unknown): Promise<void> {
  const now = clock.now();
  const blockedUntil = error instanceof RetryLaterError ? new Date(now.getTime() + error.afterMs) : null;
  await db.transaction(async (tx) => {
    const state = await tx.one<{ failures: number; succeededAt: Date | null; alertedAt: Date | null }>(sql`
      update bank_poll set failures = failures + 1, blocked_until = ${blockedUntil}::timestamptz where notifier = ${notifier}
      returning failures, succeeded_at "succeededAt", alerted_at "alertedAt"`);
    if (!state || state.failures < alertAfter || state.alertedAt !== null) return;
    await tx.run(sql`update bank_poll set alerted_at = ${now} where notifier = ${notifier}`);
    const facts: Record<string, string> = state.succeededAt ? { since: formatDate(state.succeededAt) } : {};
    await queueMail(
      tx,
      { template: "merchant_bank_silent", to: null, lang: "vi", values: {}, facts },
      { uniqueKey: `bank_silent:${notifier}:${now.toISOString()}` },
    );
  });
}

const isExpected = (error: unknown): error is Error =>
  error instanceof UpstreamUnavailableError || error instanceof RetryLaterError || error instanceof UnsettledError;

/** Some of the listed transfers could not be settled. */
class UnsettledError extends Error {}

/**
 * Settles what the list contains, oldest first. Known transfers change nothing.
 * @throws UnsettledError in the end if one could not be settled: it does not stop the others
 */
async function settleListed(
  shop: AppContextWithGateways,
  notifications: readonly BankNotification[],
  signal: AbortSignal | null,
): Promise<void> {
  const { bank } = shop.config;
  if (!bank) return;
  const channel = `${bank.notifier.name}-list` as const;
  let failed = 0;
  for (const notification of notifications.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (signal?.aborted) throw new UnsettledError("the time of the poll is over");
    await recordTransfer(shop, bank, { notification, channel }).catch((error: unknown) => {
      failed++;
      shop.log.error(
        { err: error, reference: notification.reference },
        "a bank transfer could not be settled; it is retried",
      );
    });
  }
  if (failed > 0) throw new UnsettledError(`${failed} transfers could not be settled`);
}

/** @throws UpstreamUnavailableError if the work is not done when the signal aborts */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (!signal) return work;
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new UpstreamUnavailableError("the notifier did not list its transfers in time"));
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, aborted]);
}

/**
 * Reads the notifier's list of transfers and settles those that are new.
 * @param minGapMs no poll is made if one was begun less than this ago, by any process
 * @param timeLimitMs a poll that takes longer has failed
 * @returns `skipped` also without a list
 */
export async function pollBank(
  shop: AppContextWithGateways,
  { minGapMs, timeLimitMs = null }: { minGapMs: number; timeLimitMs?: number | null },
): Promise<"polled" | "skipped" | "failed"> {
  const { db, clock, config, log } = shop;
  const notifier = config.bank && openNotifier(config.bank.notifier);
  if (!notifier?.listSince) return "skipped";
  const claim = await claimPoll(shop, notifier.name, minGapMs);
  if (!claim) return "skipped";
  const signal = timeLimitMs === null ? null : AbortSignal.timeout(timeLimitMs);
  try {
    await settleListed(shop, await beforeAbort(notifier.listSince(claim.since), signal), signal);
    await db.write(sql`
      update bank_poll set succeeded_at = ${clock.now()}, failures = 0, blocked_until = null, alerted_at = null
      where notifier = ${notifier.name}`);
    return "polled";
  } catch (error) {
    if (!isExpected(error)) throw error;
    log.info({ notifier: notifier.name, reason: error.message }, "a poll of the bank notifier failed");
    await recordFailure(shop, notifier.name, error);
    return "failed";
  }
}

/**
 * A look for transfers before an order is closed, changed or paid in another way; by default the last one before an expiry. A failed poll does
 * not stop that: a transfer that is found later is a late payment, or a second one.
 */
export async function pollBankOnce(
  shop: AppContextWithGateways,
  options = { minGapMs: 0, timeLimitMs: bankPollLimitMs },
): Promise<void> {
  try {
    await pollBank(shop, options);
  } catch (error) {
    shop.log.error({ err: error }, "the bank notifier could not be polled");
  }
}
