import { dayMs, hourMs, minuteMs } from "#shop/kernel/clock.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { isEnd } from "#shop/shipping/index.ts";

/** What is heard by itself is only looked after; without notices the carrier has to be asked. */
const askEveryMs = { noticed: 3 * hourMs, silent: 15 * minuteMs };
const cashEveryMs = dayMs;

interface Followed {
  status: string;
  /** the courier's cash that the carrier has not paid out yet, whole đồng */
  cashOut?: number;
}

/** When the carrier is asked next about a parcel, null for never: it has arrived, and its cash with the shop. */
export function nextAsk({ status, cashOut = 0 }: Followed, { config, clock }: Shop): Date | null {
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);
  if (isEnd(status)) return status === "delivered" && cashOut > 0 ? inMs(cashEveryMs) : null;
  return inMs(config.ghn?.webhookSecret ? askEveryMs.noticed : askEveryMs.silent);
}
