import { integerSetting } from "#shop/kernel/settings/settings.ts";

/**
 * The limits of unpaid online orders until the merchant sets others: ten purchases begun and left in a day, and five times the
 * largest cash order.
 */
export const defaultUnpaidLimits = { maxOrders: 10, maxTotal: 100_000_000 };

/** The merchant's limits of online orders that were placed in the last 24 hours and not paid. */
export const unpaidSettings = {
  maxOrders: integerSetting(1, {
    name: "unpaid_max_orders",
    unit: "orders",
    unset: `${defaultUnpaidLimits.maxOrders} orders`,
    meaning: "online orders that one customer, and one phone number, may leave unpaid in 24 hours",
  }),
  maxTotal: integerSetting(1, {
    name: "unpaid_max_total",
    unit: "VND",
    unset: `${defaultUnpaidLimits.maxTotal} VND`,
    meaning: "the sum of those orders, and so the largest online order",
  }),
};
