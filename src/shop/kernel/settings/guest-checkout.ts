import type { Reader } from "#shop/kernel/db/database.ts";
import { choiceSetting, readSetting } from "./settings.ts";

/** Whether visitors may order without an account; `confirmed`: they may, and cash orders of guests and accounts wait until they are confirmed. */
export const guestCheckout = choiceSetting(["off", "on", "confirmed"], {
  name: "guest_checkout",
  unit: "",
  unset: "off",
  meaning:
    "off: only accounts order; on: visitors order without an account; confirmed: as on, and a cash order is cancelled unless it is confirmed, a guest's within 2 hours (21:00 to 07:00 not counted), an account's within 24",
});

export type GuestCheckout = "off" | "on" | "confirmed";

/** Read for each request that depends on it, so that a change is effective at once in every process. */
export const readGuestCheckout = async (reader: Reader): Promise<GuestCheckout> =>
  (await readSetting(reader, guestCheckout)) ?? "off";
