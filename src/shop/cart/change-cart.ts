import { setTimeout as pause } from "node:timers/promises";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import type { CartSnapshot, Line } from "./cart-line.ts";
import type { Change, Decision, Refused } from "./cart-rules.ts";
import type { Carts } from "./carts.ts";
import type { Found, CartQuery } from "./find-carts.ts";
import type { CartDiff } from "./write-carts.ts";

export type Changed =
  /** `token` is a visitor's new cart token, made when there was no cart yet */
  | { ok: true; lines: readonly Line[]; version: number; said: Change["said"]; token: string | null; visitors: boolean }
  | Refused;

/** Each round of a contest moves somebody on, so this many may change one cart at once and all have their turn. */
const maxRetries = 40;
const maxPauseMs = 20;

/** The line that was there already and that a new one was put before; null for lines at the end. */
function nextOfNew(before: ReadonlyMap<string, number>, lines: readonly Line[]): string | null {
  const first = lines.findIndex(({ key }) => !before.has(key));
  const next = first < 0 ? undefined : lines.slice(first).find(({ key }) => before.has(key));
  return next?.key ?? null;
}

const differenceOf = (before: CartSnapshot, { lines, said }: Change): CartDiff => {
  const quantities = new Map(before.lines.map(({ key, quantity }) => [key, quantity]));
  const kept = new Set(lines.map(({ key }) => key));
  return {
    put: lines.filter(({ key, quantity }) => quantities.get(key) !== quantity),
    next: nextOfNew(quantities, lines),
    gone: said === "cleared" ? "all" : before.lines.map(({ key }) => key).filter((key) => !kept.has(key)),
  };
};

/** Nothing to write: nothing changed, or there was nothing to clear. */
const isNoop = (before: CartSnapshot, { put, gone }: CartDiff): boolean =>
  put.length === 0 && (gone === "all" ? before.lines.length === 0 : gone.length === 0);

/**
 * Changes a cart in two round trips: reads it, lets a rule decide, and writes if the cart is still as it was read.
 * When somebody was faster it begins anew, so that two changes at once never add up to more than the stock.
 * @param sought whose cart, and what the rule wants to know of the catalogue besides the lines
 */
export async function changeCart(
  carts: Carts,
  sought: CartQuery,
  decide: (found: Found) => Decision,
): Promise<Changed> {
  for (let round = 1; ; round++) {
    const found = await carts.find(sought);
    const decision = decide(found);
    if (!decision.ok) return decision;
    const { lines, said } = decision;
    const visitors = found.customerId === null;
    const difference = differenceOf(found, decision);
    if (isNoop(found, difference)) return { ok: true, lines, said, version: found.version, token: null, visitors };
    const token = visitors && found.cartId === null ? newToken() : null;
    const newHash = token === null ? null : hashToken(token);
    const touched = found.untouched ? sought.holder.sessionHash : null;
    const version = await carts.write({ held: found, difference, newHash, touched });
    if (version !== null) return { ok: true, lines, said, version, token, visitors };
    if (round === maxRetries) throw new Error("a cart changed under every attempt to change it");
    await pause(Math.random() * maxPauseMs);
  }
}
