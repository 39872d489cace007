import type { TextOf } from "./texts.ts";

const timeZone = "Asia/Ho_Chi_Minh";
const days = new Intl.DateTimeFormat("en-GB", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
const amounts = new Intl.NumberFormat("vi-VN", { maximumFractionDigits: 0 });
const dayMs = 24 * 60 * 60_000;

/** `1.290.000 ₫`, in both languages. */
export const formatAmount = (dong: number): string => `${amounts.format(dong)}\u00a0₫`;

/** `14:05 hôm nay`, `hôm qua 14:05`, otherwise `24/11/2026 14:05`; Vietnam time. @param iso UTC */
export function formatTime(t: TextOf, iso: string, now = new Date()): string {
  const at = new Date(iso);
  const time = clock.format(at);
  const day = days.format(at);
  if (day === days.format(now)) return t("time.today", { time });
  if (day === days.format(new Date(now.getTime() - dayMs))) return t("time.yesterday", { time });
  return `${day} ${time}`;
}

/** How long ago: `13 phút`, `2 giờ`, `3 ngày`. @param iso UTC */
export function formatAge(t: TextOf, iso: string, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000));
  if (minutes < 60) return t("time.minutes", { count: minutes });
  if (minutes < 24 * 60) return t("time.hours", { count: Math.floor(minutes / 60) });
  return t("time.days", { count: Math.floor(minutes / (24 * 60)) });
}

/** `090 123 4567`. @param phone digits, `0…` */
export const formatPhone = (phone: string): string =>
  /^0\d{9}$/.test(phone) ? `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}` : phone;
