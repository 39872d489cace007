import { useState } from "react";
import type { CalendarDay } from "#contract/calendar-days.ts";

/**
 * Whether a day is later than the one displayed before it.
 * @param latest null while unknown
 * @param of days of other methods are not compared
 */
export function useLater(latest: CalendarDay | null, of: string): boolean {
  const [seen, setSeen] = useState({ latest, of, later: false });
  if (latest === null || (latest === seen.latest && of === seen.of)) return seen.later && latest !== null;
  const later = seen.latest !== null && of === seen.of && latest > seen.latest;
  setSeen({ latest, of, later });
  return later;
}
