import { createBatcher } from "#shop/kernel/db/batching.ts";
import { type Found, findCarts, isNobodys, emptyGuestCart, type CartDeps, type CartQuery } from "./find-carts.ts";
import { type Writing, writeCarts } from "./write-carts.ts";

/** All carts of a shop. Who asks while the database is busy with others' is answered together with whoever else does. */
export interface Carts {
  find(sought: CartQuery): Promise<Found>;
  /** @returns the new version, or null when somebody was faster */
  write(writing: Writing): Promise<number | null>;
}

export function openCarts(shelf: CartDeps): Carts {
  const find = createBatcher((sought: readonly CartQuery[]) => findCarts(shelf, sought), { inFlight: 2 });
  return {
    // who has no cookie has no cart, and nothing is asked
    find: (sought) => (isNobodys(sought) ? Promise.resolve(emptyGuestCart) : find(sought)),
    write: createBatcher(
      (writings: readonly Writing[], alone) => writeCarts(shelf.db, writings, { now: shelf.clock.now(), alone }),
      { inFlight: 2 },
    ),
  };
}
