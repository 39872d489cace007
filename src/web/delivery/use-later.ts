import { useState } from "react";
import type { CalendarDay } from "#contract/calendar-days.ts";

/**
 * Whether a day is later than the one displayed before it.
 * @param latest null while unknown
 * @param delivery the place or method that the day is for: days of different ones are not compared
 */
export function useLater(latest: CalendarDay | null, delivery: string): boolean {
  const [displayed, setDisplayed] = useState({ latest, delivery, later: false });
  if (latest === null) return false;
  const isSame = delivery === displayed.delivery;
  if (isSame && latest === displayed.latest) return displayed.later;
  const later = isSame && displayed.latest !== null && latest > displayed.latest;
  setDisplayed({ latest, delivery, later });
  return later;
}
