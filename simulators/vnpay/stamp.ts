const sevenHoursMs = 7 * 60 * 60 * 1000;

/** `yyyyMMddHHmmss` in GMT+7, independent of this machine's time zone. */
export const stamp = (at: Date): string =>
  new Date(at.getTime() + sevenHoursMs).toISOString().replaceAll(/\D/g, "").slice(0, 14);

/** Parses such a time; null if it is invalid. */
export function readStamp(text: string): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second) - sevenHoursMs);
  return stamp(at) === text ? at : null;
}
