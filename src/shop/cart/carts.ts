import { createBatcher } from "#shop/kernel/db/batching.ts";
import {
  type CartDeps,
  type CartQuery,
  emptyGuestCart,
  findCarts,
  isAnonymousLookup,
  type LoadedCart,
} from "./find-carts.ts";
import { type CartWrite, writeCarts } from "./write-carts.ts";

/** The shop's carts. Reads and writes of concurrent requests are batched (see batching.ts). */
export interface Carts {
  find(query: CartQuery): Promise<LoadedCart>;
  /** @returns the new version, or null if the cart changed since it was read */
  write(write: CartWrite): Promise<number | null>;
}

export function openCarts(deps: CartDeps): Carts {
  const find = createBatcher((queries: readonly CartQuery[]) => findCarts(deps, queries), { maxConcurrent: 2 });
  return {
    // without cookies there is no cart, so no query is needed
    find: (query) => (isAnonymousLookup(query) ? Promise.resolve(emptyGuestCart) : find(query)),
    write: createBatcher(
      (writes: readonly CartWrite[], alone) => writeCarts(deps.db, writes, { now: deps.clock.now(), alone }),
      { maxConcurrent: 2 },
    ),
  };
}
