import { integerSetting } from "#shop/kernel/settings/settings.ts";

/** The limits of cash on delivery until the merchant sets others. One order must not be able to take the whole stock unpaid. */
export const defaultCodLimits = { maxTotal: 20_000_000, maxOpen: 3 };

/** The merchant's limits of cash on delivery. */
export const codSettings = {
  maxTotal: integerSetting(1, {
    name: "cod_max_total",
    unit: "VND",
    unset: `${defaultCodLimits.maxTotal} VND`,
    meaning: "cash on delivery up to this order total",
  }),
  maxOpen: integerSetting(1, {
    name: "cod_max_open_per_phone",
    unit: "orders",
    unset: `${defaultCodLimits.maxOpen} orders`,
    meaning: "cash orders that one phone number, and one customer, may have under way at once",
  }),
};
