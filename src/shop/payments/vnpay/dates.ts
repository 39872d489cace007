import { hourMs } from "#shop/kernel/base/clock.ts";

const vietnamMs = 7 * hourMs; // UTC+7 without daylight saving time since 1975, independent of the server's time zone

/** VNPay's date format: `yyyyMMddHHmmss` in GMT+7. */
export const toVnpayDate = (date: Date): string =>
  new Date(date.getTime() + vietnamMs).toISOString().slice(0, 19).replace(/\D/g, "");

/** Parses a date in VNPay's format; null if it is invalid, such as the 30th of February. */
export function fromVnpayDate(text: string): Date | null {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second) - vietnamMs);
  return toVnpayDate(date) === text ? date : null;
}
