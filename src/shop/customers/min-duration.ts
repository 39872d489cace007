import { setTimeout as pause } from "node:timers/promises";

/** Longer than writing a key and queueing its email takes. */
const minResponseMs = 100;

/** Waits until the time of a response does not reveal whether an address has an account. */
export async function withMinDuration<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, pause(minResponseMs)]);
  return result;
}
