import { together } from "#shop/kernel/together.ts";
import { type Found, findCarts, isNobodys, nobodysCart, type Shelf, type Sought } from "./find-carts.ts";
import { type Writing, writeCarts } from "./write-carts.ts";

/** All carts of a shop. Who asks while the database is busy with others' is answered together with whoever else does. */
export interface Carts {
  find(sought: Sought): Promise<Found>;
  /** @returns the new version, or null when somebody was faster */
  write(writing: Writing): Promise<number | null>;
}

export function openCarts(shelf: Shelf): Carts {
  const find = together((sought: readonly Sought[]) => findCarts(shelf, sought), { underWay: 2 });
  return {
    // who has no cookie has no cart, and nothing is asked
    find: (sought) => (isNobodys(sought) ? Promise.resolve(nobodysCart) : find(sought)),
    write: together(
      (writings: readonly Writing[], alone) => writeCarts(shelf.db, writings, { now: shelf.clock.now(), alone }),
      { underWay: 2 },
    ),
  };
}
