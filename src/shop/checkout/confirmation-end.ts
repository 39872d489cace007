import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";

/** How long a guest's cash order waits for its confirmation. */
const waitMs = 2 * hourMs;
/** The hours of the night, in Vietnam, which do not count. */
const nightFrom = 21 * hourMs;
const nightTo = 7 * hourMs;
/** Vietnam has UTC+7 all year. */
const offsetMs = 7 * hourMs;

/** The end of the confirmation of an order that is placed now: two hours, without those of the night. */
export function confirmationEnd(now: Date): Date {
  const local = now.getTime() + offsetMs;
  const midnight = Math.floor(local / dayMs) * dayMs;
  const time = local - midnight;
  const morning = time < nightTo ? midnight + nightTo : midnight + dayMs + nightTo;
  const isNight = time < nightTo || time >= nightFrom;
  const start = isNight ? morning : local;
  const evening = (isNight ? Math.floor(start / dayMs) * dayMs : midnight) + nightFrom;
  const end = start + waitMs;
  return new Date((end <= evening ? end : morning + (end - evening)) - offsetMs);
}
