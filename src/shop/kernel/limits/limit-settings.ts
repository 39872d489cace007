import { integerSetting, type Setting } from "#shop/kernel/settings/settings.ts";
import { type LimitName, limits } from "./limits.ts";

const limitSetting = (limit: LimitName, description: Pick<Setting, "name" | "unit" | "meaning">): Setting<number> =>
  integerSetting(1, { ...description, unset: String(limits[limit].max) });

/** The rate limits that the merchant can change. */
export const limitSettings = {
  loginByAccount: limitSetting("loginByAccount", {
    name: "limit_login_account",
    unit: "tries",
    meaning: "logins to one account in 15 minutes",
  }),
  loginByAddress: limitSetting("loginByAddress", {
    name: "limit_login_address",
    unit: "tries",
    meaning: "logins from one address in 15 minutes",
  }),
  registerByAddress: limitSetting("registerByAddress", {
    name: "limit_register_address",
    unit: "tries",
    meaning: "registrations from one address in an hour",
  }),
  resetByAddress: limitSetting("resetByAddress", {
    name: "limit_reset_address",
    unit: "tries",
    meaning: "password resets from one address in an hour",
  }),
  orderByAccount: limitSetting("orderByAccount", {
    name: "limit_order_account",
    unit: "orders",
    meaning: "orders of one account in 10 minutes",
  }),
  searchByAddress: limitSetting("searchByAddress", {
    name: "limit_search_address",
    unit: "searches",
    meaning: "searches from one address in a minute",
  }),
};
