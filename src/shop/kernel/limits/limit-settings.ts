import { integerSetting } from "#shop/kernel/settings/settings.ts";

/** The rate limits that the merchant can change. */
export const limitSettings = {
  loginByAccount: integerSetting(1, {
    name: "limit_login_account",
    unit: "tries",
    unset: "10",
    meaning: "logins to one account in 15 minutes",
  }),
  loginByAddress: integerSetting(1, {
    name: "limit_login_address",
    unit: "tries",
    unset: "30",
    meaning: "logins from one address in 15 minutes",
  }),
  registerByAddress: integerSetting(1, {
    name: "limit_register_address",
    unit: "tries",
    unset: "10",
    meaning: "registrations from one address in an hour",
  }),
  resetByAddress: integerSetting(1, {
    name: "limit_reset_address",
    unit: "tries",
    unset: "5",
    meaning: "password resets from one address in an hour",
  }),
  orderByAccount: integerSetting(1, {
    name: "limit_order_account",
    unit: "orders",
    unset: "20",
    meaning: "orders of one account in 10 minutes",
  }),
  searchByAddress: integerSetting(1, {
    name: "limit_search_address",
    unit: "searches",
    unset: "120",
    meaning: "searches from one address in a minute",
  }),
};
