import type { Dong } from "#contract/money.ts";
import type { Language } from "#contract/language.ts";
import { compactPhone, toLocalPhone } from "#contract/person-validation.ts";
import type { TextOf } from "./texts.ts";

const timeZone = "Asia/Ho_Chi_Minh";
const days = new Intl.DateTimeFormat("en-GB", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
const amounts = new Intl.NumberFormat("vi-VN", { maximumFractionDigits: 0 });
const dayMs = 24 * 60 * 60_000;

/** `1.290.000 ₫`, in both languages. */
export const formatAmount = (amount: Dong): string => `${amounts.format(amount)}\u00a0₫`;

const percents = new Intl.NumberFormat("vi-VN", { maximumFractionDigits: 2 });

/** `12,5 %`, in both languages. @param value 12.5 */
export const formatPercent = (value: number): string => `${percents.format(value)} %`;

/** 20.000 or 20,000, as the language writes it. */
export const formatCount = (count: number, language: Language): string => count.toLocaleString(language);

/** `14:05 hôm nay`, `hôm qua 14:05`, otherwise `24/11/2026 14:05`; Vietnam time. @param iso UTC */
export function formatTime(t: TextOf, iso: string, now = new Date()): string {
  const at = new Date(iso);
  const time = clock.format(at);
  const day = days.format(at);
  if (day === days.format(now)) return t("time.today", { time });
  if (day === days.format(new Date(now.getTime() - dayMs))) return t("time.yesterday", { time });
  return `${day} ${time}`;
}

const seconds = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" });

/** `2026-11-24 14:05:09`, for files, which are read and sorted on later days; Vietnam time. @param iso UTC */
export function formatFileTime(iso: string): string {
  const at = new Date(iso);
  return `${isoDay(at.getTime())} ${seconds.format(at)}`;
}

/** `2026-11-24` in Vietnam, for requests. @param at milliseconds */
export const isoDay = (at: number): string => days.format(at).split("/").reverse().join("-");

/** The last day that can be planned, as the server limits it: 365 days from now. Without a limit fields accept years of five digits. */
export const lastPlannedDay = (): string => isoDay(Date.now() + 365 * dayMs);

/** `24/11/2026`. @param date UTC, or a day as `2026-11-24`; anything else, as in an edited address, stays as it is */
export function formatDay(date: string): string {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : days.format(at);
}

/** How long ago: `13 phút`, `2 giờ`, `3 ngày`. @param iso UTC */
export function formatAge(t: TextOf, iso: string, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000));
  if (minutes < 60) return t("time.minutes", { count: minutes });
  if (minutes < 24 * 60) return t("time.hours", { count: Math.floor(minutes / 60) });
  return t("time.days", { count: Math.floor(minutes / (24 * 60)) });
}

/** Until when: `14:05 hôm nay (còn 3 giờ)`. @param iso UTC, in the future */
export function formatTimeLeft(t: TextOf, iso: string, now = new Date()): string {
  const time = formatTime(t, iso, now);
  const left = new Date(iso).getTime() - now.getTime();
  return left <= 0 ? time : t("time.left", { time, left: formatAge(t, now.toISOString(), new Date(iso)) });
}

/** `0901234567` of any notation of a number. */
export const localPhone = (phone: string): string => toLocalPhone(compactPhone(phone));

/** `090 123 4567`; a number of another country stays as it is. @param phone in any notation */
export function formatPhone(phone: string): string {
  const local = localPhone(phone);
  return /^0\d{9}$/.test(local) ? `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}` : phone;
}
