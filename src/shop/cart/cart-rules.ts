import { maxLineQuantity } from "#contract/cart.ts";
import type { Purchasable } from "#shop/catalog/index.ts";
import { type Line, lineKey, maxLines } from "./cart-line.ts";

export type Refused = { ok: false } & (
  | {
      because: "not-sold" | "choose-option" | "no-such-option" | "sold-out" | "line-full" | "cart-full" | "not-in-cart";
    }
  /** `inCart` counts the other pieces of the same stock in this cart, `room` is what the line could have at most */
  | { because: "too-few"; available: number; inCart: number; room: number }
);
export type Change = { ok: true; lines: readonly Line[]; said: "added" | "updated" | "removed" | "cleared" };
export type Decision = Change | Refused;

const refused = (because: Exclude<Refused["because"], "too-few">): Refused => ({ ok: false, because });

/** How many pieces of one stock lie in other lines. */
const quantityInOtherLines = (lines: readonly Line[], { stockId }: Purchasable, key: string): number =>
  lines
    .filter((line) => line.stockId === stockId && line.key !== key && line.purchasable)
    .reduce((sum, line) => sum + line.quantity, 0);

/** Null when the line may have so many. */
function quantityError(lines: readonly Line[], piece: Purchasable, key: string, quantity: number): Refused | null {
  if (!piece.purchasable) return refused("not-sold");
  if (piece.available === 0) return refused("sold-out");
  const elsewhere = quantityInOtherLines(lines, piece, key);
  const room = Math.max(0, piece.available - elsewhere);
  if (quantity <= room) return quantity > maxLineQuantity ? refused("line-full") : null;
  return { ok: false, because: "too-few", available: piece.available, inCart: elsewhere, room };
}

/** What was asked for, as the catalogue knows it: the product itself and the variations that the choice leaves. */
export interface Asked {
  pieces: readonly Purchasable[];
  /** an id or attributes were given */
  chose: boolean;
  quantity: number;
}

/** The one piece that is meant. */
export function resolveVariation({ pieces, chose }: Asked): Purchasable | Refused {
  const product = pieces.find(({ variationId }) => variationId === null);
  if (!product?.published) return refused("not-sold");
  if (!product.needsVariation) return product;
  const variations = pieces.filter(({ variationId, published }) => variationId !== null && published);
  const [only] = variations;
  if (only && variations.length === 1) return only;
  return refused(chose && variations.length === 0 ? "no-such-option" : "choose-option");
}

/** Adds pieces to their line, or begins one. @param before the key of the line that a new one stands before, else it is the last */
export function addPieces(lines: readonly Line[], asked: Asked, before?: string): Decision {
  const piece = resolveVariation(asked);
  if ("ok" in piece) return piece;
  const key = lineKey(piece.productId, piece.variationId);
  const there = lines.find((line) => line.key === key);
  const quantity = (there?.quantity ?? 0) + asked.quantity;
  const reason = quantityError(lines, piece, key, quantity);
  if (reason?.because === "too-few") return { ...reason, inCart: reason.inCart + (there?.quantity ?? 0) };
  if (reason) return reason;
  if (there) return { ok: true, said: "added", lines: withQuantity(lines, key, quantity) };
  if (lines.length >= maxLines) return refused("cart-full");
  const next = lines.findIndex((line) => line.key === before);
  return {
    ok: true,
    said: "added",
    lines: lines.toSpliced(next < 0 ? lines.length : next, 0, { ...piece, key, quantity }),
  };
}

/** Sets a line's quantity; 0 or less removes it. Fewer is always possible, also of what is no longer sold. */
export function setQuantity(lines: readonly Line[], key: string, quantity: number): Decision {
  const line = lines.find((one) => one.key === key);
  if (!line) return refused("not-in-cart");
  if (quantity <= 0) return removeLine(lines, key);
  if (quantity > line.quantity) {
    const reason = quantityError(lines, line, key, quantity);
    if (reason) return reason;
  }
  return { ok: true, said: "updated", lines: withQuantity(lines, key, quantity) };
}

export const removeLine = (lines: readonly Line[], key: string): Decision =>
  lines.some((line) => line.key === key)
    ? { ok: true, said: "removed", lines: lines.filter((line) => line.key !== key) }
    : refused("not-in-cart");

/** Takes out some lines, or all; keys that are not there are passed over. */
export const clearLines = (lines: readonly Line[], keys?: readonly string[]): Decision =>
  keys
    ? { ok: true, said: "removed", lines: lines.filter(({ key }) => !keys.includes(key)) }
    : { ok: true, said: "cleared", lines: [] };

/**
 * A visitor's lines added to the account's: quantities add up, capped by the stock that the lines share. What the
 * account had stays as it was; a line that no piece is left for is dropped, one that is not sold now comes along.
 */
export function mergeLines(own: readonly Line[], visitors: readonly Line[]): Line[] {
  let lines = [...own];
  for (const line of visitors) {
    const there = lines.find(({ key }) => key === line.key);
    const wanted = Math.min(maxLineQuantity, (there?.quantity ?? 0) + line.quantity);
    const room = line.purchasable ? line.available - quantityInOtherLines(lines, line, line.key) : wanted;
    const quantity = Math.max(there?.quantity ?? 0, Math.min(wanted, room));
    if (there) lines = withQuantity(lines, line.key, quantity);
    else if (quantity > 0 && lines.length < maxLines) lines.push({ ...line, quantity });
  }
  return lines;
}

const withQuantity = (lines: readonly Line[], key: string, quantity: number): Line[] =>
  lines.map((line) => (line.key === key ? { ...line, quantity } : line));
