import type { CartItem } from "#contract/cart.ts";

type Policy = CartItem["delivery_policy"];

/**
 * The policy of the item that takes longest. It is shown where no date is known.
 * @returns undefined without one: a server of the previous version, which an update has not replaced yet, sends none
 */
export const policyOf = (items: readonly { delivery_policy?: Policy }[]): string | undefined =>
  items
    .flatMap(({ delivery_policy: policy }) => policy ?? [])
    .reduce<Policy | null>(
      (slowest, policy) => (policy.making_days > (slowest?.making_days ?? -1) ? policy : slowest),
      null,
    )?.text;
