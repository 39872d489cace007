import type { Today, TodayQueue } from "#contract/order-workflow.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import type { TodayHours } from "./today-settings.ts";

type Level = Today["queues"][number]["level"];

/** Vietnam has used UTC+7 without daylight saving time since 1975. */
const zoneMs = 7 * hourMs;

/** Start of the day in Vietnam. */
export const startOfDay = (at: Date): Date => new Date(Math.floor((at.getTime() + zoneMs) / dayMs) * dayMs - zoneMs);

/** Longer than any limit: days are not counted one by one beyond it. */
const maxDays = 60;

/** How much of the time between two moments the shop was open, in milliseconds. */
function openMs(from: Date, to: Date, { opens, closes }: TodayHours): number {
  if (to.getTime() - from.getTime() > maxDays * dayMs) return maxDays * dayMs;
  let open = 0;
  for (let day = startOfDay(from).getTime(); day < to.getTime(); day += dayMs) {
    const start = Math.max(day + opens * hourMs, from.getTime());
    const end = Math.min(day + closes * hourMs, to.getTime());
    open += Math.max(0, end - start);
  }
  return open;
}

/** The last time before `at` at which the carrier collected parcels. */
function lastPickup(at: Date, { pickup }: TodayHours): Date {
  const today = startOfDay(at).getTime() + pickup * hourMs;
  return new Date(today <= at.getTime() ? today : today - dayMs);
}

const levelOf = (age: number, amber: number, red: number): Level =>
  age >= red * hourMs ? "red" : age >= amber * hourMs ? "amber" : "normal";

/** How late the work of a queue is. @param oldest since when its oldest item waits; null: not recorded */
export function queueLevel(
  queue: TodayQueue,
  oldest: Date | null,
  { hours, now }: { hours: TodayHours; now: Date },
): Level {
  if (oldest === null) return "normal";
  const age = now.getTime() - oldest.getTime();
  switch (queue) {
    case "to_confirm":
      return levelOf(openMs(oldest, now, hours), hours.confirmAmber, hours.confirmRed);
    case "to_pack":
      return levelOf(age, hours.packAmber, hours.packRed);
    case "to_hand_over":
      return oldest < lastPickup(now, hours) ? "red" : "normal";
    case "failed_jobs":
      return "red";
    case "delivery_problem":
    case "needs_review":
    case "refund_requests":
    case "bank_transfers":
    case "bank_refunds":
      return levelOf(age, 0, 24);
    case "unreachable":
    case "to_collect":
    case "to_inspect":
    case "low_stock":
      return "normal";
  }
}
