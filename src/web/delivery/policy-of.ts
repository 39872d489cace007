import type { CartItem } from "#contract/cart.ts";

/** The policy of the item that takes longest; "" for none. It is shown where no date is known. */
export const policyOf = (items: readonly CartItem[]): string =>
  items
    .map(({ delivery_policy: policy }) => policy)
    .reduce((slowest, policy) => (policy.making_days > slowest.making_days ? policy : slowest), {
      making_days: -1,
      text: "",
    }).text;
