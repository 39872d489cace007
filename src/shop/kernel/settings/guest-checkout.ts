import type { Reader } from "#shop/kernel/db/database.ts";
import { choiceSetting, readSetting } from "./settings.ts";

/** Whether visitors may order without an account; `confirmed`: their cash orders wait until they are confirmed. */
export const guestCheckout = choiceSetting(["off", "on", "confirmed"], {
  name: "guest_checkout",
  unit: "",
  unset: "off",
  meaning: "orders without an account; confirmed: cash orders of guests wait for a confirmation",
});

export type GuestCheckout = "off" | "on" | "confirmed";

/** Read for each request that depends on it, so that a change is effective at once in every process. */
export const readGuestCheckout = async (reader: Reader): Promise<GuestCheckout> =>
  (await readSetting(reader, guestCheckout)) ?? "off";
