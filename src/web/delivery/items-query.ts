import type { CartItem } from "#contract/cart.ts";

/** Cart lines as requests have them: `id:quantity,…`, with the id of the variation, if there is one. */
export const itemsQuery = (items: readonly CartItem[]): string =>
  items.map(({ id, variation_id, quantity }) => `${variation_id ?? id}:${quantity}`).join(",");
