import { integerSetting } from "#shop/kernel/settings/settings.ts";

const hours = (name: string, fallback: number, meaning: string) =>
  integerSetting(0, { name, unit: "hours", unset: `${fallback} hours`, meaning });
const hourOfDay = (name: string, fallback: number, meaning: string) =>
  integerSetting(0, { name, unit: "o'clock", unset: `${fallback} o'clock`, meaning });

/** The values while the merchant has not set them. */
export const defaultTodayHours = {
  confirmAmber: 2,
  confirmRed: 12,
  packAmber: 4,
  packRed: 24,
  opens: 8,
  closes: 21,
  pickup: 17,
};
export type TodayHours = typeof defaultTodayHours;

const { confirmAmber, confirmRed, packAmber, packRed, opens, closes, pickup } = defaultTodayHours;

/** When open work is late, on the screen Today of the back office. */
export const todaySettings = {
  confirmAmber: hours("today_confirm_amber", confirmAmber, "opening hours after which an order to confirm is amber"),
  confirmRed: hours("today_confirm_red", confirmRed, "opening hours after which an order to confirm is red"),
  packAmber: hours("today_pack_amber", packAmber, "hours after which an order to pack is amber"),
  packRed: hours("today_pack_red", packRed, "hours after which an order to pack is red"),
  opens: hourOfDay("opening_hour", opens, "from when orders are confirmed by phone"),
  closes: hourOfDay("closing_hour", closes, "until when orders are confirmed by phone"),
  pickup: hourOfDay("pickup_hour", pickup, "when the carrier collects the day's parcels"),
};
