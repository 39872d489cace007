import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";

const vietnamMs = 7 * hourMs; // UTC+7 without summer time since 1975, whatever the server's zone is

/** `yyyyMMddHHmmss` in GMT+7, as VNPay writes its dates. */
export const toVnpayDate = (date: Date): string =>
  new Date(date.getTime() + vietnamMs).toISOString().slice(0, 19).replace(/\D/g, "");

/** Reads such a date; null for what is none, the 30th of February included. */
export function fromVnpayDate(text: string): Date | null {
  const found = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second) - vietnamMs);
  return toVnpayDate(date) === text ? date : null;
}

/** Whether two moments are of one day in Vietnam: request ids are known to VNPay for their day. */
export const isSameDay = (one: Date, other: Date): boolean =>
  Math.floor((one.getTime() + vietnamMs) / dayMs) === Math.floor((other.getTime() + vietnamMs) / dayMs);
