/** Retry back-off by age: at a short interval at first, at a long one later, without end. */
export interface BackOff {
  shortMs: number;
  /** how long after the beginning the interval becomes the long one */
  longAfterMs: number;
  longMs: number;
}

/** When to retry next. @param since when it began: when the job was enqueued, or the payment link expired */
export const nextRetryAt = ({ shortMs, longAfterMs, longMs }: BackOff, since: Date, now: Date): Date =>
  new Date(now.getTime() + (now.getTime() - since.getTime() > longAfterMs ? longMs : shortMs));
