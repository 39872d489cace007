import { setTimeout as pause } from "node:timers/promises";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import type { CartLine, CartSnapshot } from "./cart-line.ts";
import type { CartChange, CartDecision, CartRejection } from "./cart-rules.ts";
import type { Carts } from "./carts.ts";
import type { CartQuery, LoadedCart } from "./find-carts.ts";
import type { CartDiff } from "./write-carts.ts";

export type CartChangeResult =
  /** `token` is a guest's new cart token, created with their first cart */
  | {
      ok: true;
      lines: readonly CartLine[];
      version: number;
      action: CartChange["action"];
      token: string | null;
      isGuest: boolean;
    }
  | CartRejection;

/** In each round of a conflict one writer succeeds, so this many concurrent changes of one cart all get through. */
const maxRetries = 40;
const maxPauseMs = 20;

/** Key of the existing line that a new one was inserted before; null if it is at the end. */
function nextOfNew(before: ReadonlyMap<string, number>, lines: readonly CartLine[]): string | null {
  const first = lines.findIndex(({ key }) => !before.has(key));
  const next = first < 0 ? undefined : lines.slice(first).find(({ key }) => before.has(key));
  return next?.key ?? null;
}

const diffCart = (before: CartSnapshot, { lines, action }: CartChange): CartDiff => {
  const quantities = new Map(before.lines.map(({ key, quantity }) => [key, quantity]));
  const remaining = new Set(lines.map(({ key }) => key));
  return {
    put: lines.filter(({ key, quantity }) => quantities.get(key) !== quantity),
    next: nextOfNew(quantities, lines),
    deleted: action === "cleared" ? "all" : before.lines.map(({ key }) => key).filter((key) => !remaining.has(key)),
  };
};

/** True if nothing changed, or there was nothing to clear. */
const isNoop = (before: CartSnapshot, { put, deleted }: CartDiff): boolean =>
  put.length === 0 && (deleted === "all" ? before.lines.length === 0 : deleted.length === 0);

/**
 * Optimistic update of a cart in two round trips: reads it, applies a rule, and writes if its version is unchanged.
 * On a conflict it reads again and retries, so that two concurrent changes never exceed the stock.
 * @param query the cart, and the product that the rule needs in addition to the lines
 */
export async function changeCart(
  carts: Carts,
  query: CartQuery,
  decide: (cart: LoadedCart) => CartDecision,
): Promise<CartChangeResult> {
  for (let attempt = 1; ; attempt++) {
    const cart = await carts.find(query);
    const decision = decide(cart);
    if (!decision.ok) return decision;
    const { lines, action } = decision;
    const isGuest = cart.customerId === null;
    const diff = diffCart(cart, decision);
    if (isNoop(cart, diff)) return { ok: true, lines, action, version: cart.version, token: null, isGuest };
    const token = isGuest && cart.cartId === null ? newToken() : null;
    const newHash = token === null ? null : hashToken(token);
    const touchedSession = cart.needsTouch ? query.owner.sessionHash : null;
    const version = await carts.write({ cart, diff, newHash, touchedSession });
    if (version !== null) return { ok: true, lines, action, version, token, isGuest };
    if (attempt === maxRetries) throw new Error("cart update: too many conflicts");
    await pause(Math.random() * maxPauseMs);
  }
}
