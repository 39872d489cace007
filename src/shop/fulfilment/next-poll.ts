import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { isEnd } from "#shop/shipping/index.ts";

/** What is heard by itself is only looked after; without notices the carrier has to be asked. */
const askEveryMs = { noticed: 3 * hourMs, silent: 15 * minuteMs };
const cashEveryMs = dayMs;
/** what has not come to an end by then never will */
const followedMs = 90 * dayMs;

interface Followed {
  status: string;
  createdAt: Date;
  /** the courier's cash that the carrier has not paid out yet, whole đồng */
  cashOut?: number;
}

/** A moment from now, null for a parcel that is too old to be followed. */
export const soon = (createdAt: Date, now: Date, ms: number): Date | null =>
  now.getTime() - createdAt.getTime() > followedMs ? null : new Date(now.getTime() + ms);

/** When the carrier is asked next about a parcel, null for never: it has arrived, and its cash with the shop. */
export function nextPollAt({ status, createdAt, cashOut = 0 }: Followed, { config, clock }: AppContext): Date | null {
  const inMs = (ms: number): Date | null => soon(createdAt, clock.now(), ms);
  if (isEnd(status)) return status === "delivered" && cashOut > 0 ? inMs(cashEveryMs) : null;
  return inMs(config.ghn?.webhookSecret ? askEveryMs.noticed : askEveryMs.silent);
}
