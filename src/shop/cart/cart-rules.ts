import { maxLineQuantity } from "#contract/cart.ts";
import type { Purchasable } from "#shop/catalog/index.ts";
import { type CartLine, lineKey, maxLines } from "./cart-line.ts";

export type CartRejection = { ok: false } & (
  | {
      reason:
        | "not-sold"
        | "choose-option"
        | "no-such-option"
        | "no-such-variation"
        | "sold-out"
        | "line-full"
        | "cart-full"
        | "not-in-cart";
    }
  /**
   * `inCart` is the quantity of the same stock in this cart's other lines, `room` the maximum that the line could have
   */
  | { reason: "too-few"; available: number; inCart: number; room: number }
);
export type CartChange = { ok: true; lines: readonly CartLine[]; action: "added" | "updated" | "removed" | "cleared" };
export type CartDecision = CartChange | CartRejection;

const rejection = (reason: Exclude<CartRejection["reason"], "too-few">): CartRejection => ({ ok: false, reason });

/** Quantity that other lines take from the same stock. */
const quantityInOtherLines = (lines: readonly CartLine[], { stockId }: Purchasable, key: string): number =>
  lines
    .filter((line) => line.stockId === stockId && line.key !== key && line.purchasable)
    .reduce((sum, line) => sum + line.quantity, 0);

/** @returns null if the line may have this quantity */
function quantityError(
  lines: readonly CartLine[],
  product: Purchasable,
  key: string,
  quantity: number,
): CartRejection | null {
  if (!product.purchasable) return rejection("not-sold");
  if (product.available === 0) return rejection("sold-out");
  const inOtherLines = quantityInOtherLines(lines, product, key);
  const room = Math.max(0, product.available - inOtherLines);
  if (quantity <= room) return quantity > maxLineQuantity ? rejection("line-full") : null;
  return { ok: false, reason: "too-few", available: product.available, inCart: inOtherLines, room };
}

/** What to add, as found in the catalogue: the product itself and the variations that match the selection. */
export interface AddRequest {
  candidates: readonly Purchasable[];
  /** a variation id or attributes were given */
  hasSelection: boolean;
  variationId?: number | null | undefined;
  quantity: number;
}

/** The product or variation that the request selects. */
export function resolveVariation({
  candidates,
  hasSelection,
  variationId: requested,
}: AddRequest): Purchasable | CartRejection {
  const product = candidates.find(({ variationId }) => variationId === null);
  if (!product?.published) return rejection("not-sold");
  if (requested && candidates.every(({ variationId }) => variationId !== requested))
    return rejection("no-such-variation");
  if (!product.needsVariation) return product;
  const variations = candidates.filter(({ variationId, published }) => variationId !== null && published);
  const [only] = variations;
  if (only && variations.length === 1) return only;
  return rejection(hasSelection && variations.length === 0 ? "no-such-option" : "choose-option");
}

/**
 * Adds a quantity to the existing line, or creates one. @param before key of the line to insert a new one before; at
 * the end if absent
 */
export function addToCart(lines: readonly CartLine[], request: AddRequest, before?: string): CartDecision {
  const product = resolveVariation(request);
  if ("ok" in product) return product;
  const key = lineKey(product.productId, product.variationId);
  const existing = lines.find((line) => line.key === key);
  const quantity = (existing?.quantity ?? 0) + request.quantity;
  const error = quantityError(lines, product, key, quantity);
  if (error?.reason === "too-few") return { ...error, inCart: error.inCart + (existing?.quantity ?? 0) };
  if (error) return error;
  if (existing) return { ok: true, action: "added", lines: withQuantity(lines, key, quantity) };
  if (lines.length >= maxLines) return rejection("cart-full");
  const next = lines.findIndex((line) => line.key === before);
  return {
    ok: true,
    action: "added",
    lines: lines.toSpliced(next < 0 ? lines.length : next, 0, { ...product, key, quantity }),
  };
}

/**
 * Sets a line's quantity; 0 or less removes it. Decreasing is always allowed, even for a product that is no longer
 * sold.
 */
export function setQuantity(lines: readonly CartLine[], key: string, quantity: number): CartDecision {
  const line = lines.find((one) => one.key === key);
  if (!line) return rejection("not-in-cart");
  if (quantity <= 0) return removeLine(lines, key);
  if (quantity > line.quantity) {
    const error = quantityError(lines, line, key, quantity);
    if (error) return error;
  }
  return { ok: true, action: "updated", lines: withQuantity(lines, key, quantity) };
}

export const removeLine = (lines: readonly CartLine[], key: string): CartDecision =>
  lines.some((line) => line.key === key)
    ? { ok: true, action: "removed", lines: lines.filter((line) => line.key !== key) }
    : rejection("not-in-cart");

/** Removes the given lines, or all of them; unknown keys are ignored. */
export const clearLines = (lines: readonly CartLine[], keys?: readonly string[]): CartDecision =>
  keys
    ? { ok: true, action: "removed", lines: lines.filter(({ key }) => !keys.includes(key)) }
    : { ok: true, action: "cleared", lines: [] };

/**
 * Adds a guest's lines to the account's: quantities add up, capped by the stock that the lines share. The account's own
 * lines never shrink; a guest line without available stock is dropped, one that is not sold now is carried over.
 */
export function mergeLines(accountLines: readonly CartLine[], guestLines: readonly CartLine[]): CartLine[] {
  let lines = [...accountLines];
  for (const line of guestLines) {
    const existing = lines.find(({ key }) => key === line.key);
    const requested = Math.min(maxLineQuantity, (existing?.quantity ?? 0) + line.quantity);
    const room = line.purchasable ? line.available - quantityInOtherLines(lines, line, line.key) : requested;
    const quantity = Math.max(existing?.quantity ?? 0, Math.min(requested, room));
    if (existing) lines = withQuantity(lines, line.key, quantity);
    else if (quantity > 0 && lines.length < maxLines) lines.push({ ...line, quantity });
  }
  return lines;
}

const withQuantity = (lines: readonly CartLine[], key: string, quantity: number): CartLine[] =>
  lines.map((line) => (line.key === key ? { ...line, quantity } : line));
