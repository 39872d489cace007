import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { choiceSetting, readSetting } from "./settings.ts";

/** Whether visitors may order without an account; `confirmed`: they may, and cash orders of guests and accounts wait until they are confirmed. */
export const guestCheckout = choiceSetting(["off", "on", "confirmed"], {
  name: "guest_checkout",
  unit: "",
  unset: "off",
  meaning:
    "off: only accounts order, and earlier orders without an account are still looked up; on: visitors order without an account; confirmed: as on, and a cash order is cancelled unless it is confirmed, a guest's within 2 hours (21:00 to 07:00 not counted), an account's within 24",
});

export type GuestCheckout = "off" | "on" | "confirmed";

/** Read for each request that depends on it, so that a change is effective at once in every process. */
export const readGuestCheckout = async (reader: Reader): Promise<GuestCheckout> =>
  (await readSetting(reader, guestCheckout)) ?? "off";

/** Whether orders without an account are looked up: while there can be new ones, and later for the ones that exist. */
export const isOrderLookupOn = async (reader: Reader): Promise<boolean> =>
  (await readGuestCheckout(reader)) !== "off" || (await reader.one(sql`select from guest_order limit 1`)) !== undefined;
