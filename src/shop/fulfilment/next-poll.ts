import { type Dong, dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { isEnd } from "#shop/shipping/index.ts";

/** With webhooks, polling is only a fallback; without them it is the only source. */
const pollIntervalMs = { withWebhook: 3 * hourMs, withoutWebhook: 15 * minuteMs };
const codPollIntervalMs = dayMs;
/** shipments older than this are not polled any more */
const maxPolledAgeMs = 90 * dayMs;

interface PolledShipment {
  status: string;
  createdAt: Date;
  /** collected cash that the carrier has not transferred yet */
  codOutstanding?: Dong;
}

/** The time after this delay, null for a shipment that is too old to be polled. */
export const pollIn = (createdAt: Date, now: Date, ms: number): Date | null =>
  now.getTime() - createdAt.getTime() > maxPolledAgeMs ? null : new Date(now.getTime() + ms);

/** When a shipment is polled next; null for never: it has ended, and its cash has been transferred. */
export function nextPollAt(
  { status, createdAt, codOutstanding = dong(0) }: PolledShipment,
  { config, clock }: AppContext,
): Date | null {
  const inMs = (ms: number): Date | null => pollIn(createdAt, clock.now(), ms);
  if (isEnd(status)) return status === "delivered" && codOutstanding > 0 ? inMs(codPollIntervalMs) : null;
  return inMs(config.ghn?.webhookSecret ? pollIntervalMs.withWebhook : pollIntervalMs.withoutWebhook);
}
