import { integerSetting } from "#shop/kernel/settings/settings.ts";

/** The merchant's limits of cash on delivery. */
export const codSettings = {
  maxTotal: integerSetting(1, {
    name: "cod_max_total",
    unit: "VND",
    unset: "no limit",
    meaning: "cash on delivery up to this order total",
  }),
  maxOpen: integerSetting(1, {
    name: "cod_max_open_per_phone",
    unit: "orders",
    unset: "no limit",
    meaning: "cash orders that one phone number may have under way at once",
  }),
};
