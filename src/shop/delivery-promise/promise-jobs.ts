import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { checkDaysOff, notifyLateOrders } from "./late-orders.ts";
import { measurePromises } from "./measure-promises.ts";

/** Recurring jobs; each returns the number of what it has changed. */
export const promiseJobs: readonly [name: string, everyMs: number, work: (tx: Tx, now: Date) => Promise<number>][] = [
  ["notify-late-orders", 60 * minuteMs, notifyLateOrders],
  ["measure-promises", 7 * dayMs, measurePromises],
  ["check-days-off", dayMs, checkDaysOff],
];
