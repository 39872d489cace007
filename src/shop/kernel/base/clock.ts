/** Source of the current time; tests pass their own. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Midnight in Vietnam. @param date `2026-11-21` */
export const startOfDate = (date: string): Date => new Date(`${date}T00:00:00+07:00`);
/** The next midnight in Vietnam. */
export const endOfDate = (date: string): Date => new Date(startOfDate(date).getTime() + dayMs);
