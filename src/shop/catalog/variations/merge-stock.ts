import { wrongParam } from "../product-errors.ts";
import type { ParentProduct, StoredVariation } from "./parent.ts";
import type { VariationStockChange } from "./variation-change.ts";

/** A variation's own stock, managed or not. */
type OwnStockLevel = { quantity: number; managed: boolean };

/** A variation's own stock (`split`: no longer shared), or that of another variation of the product, by its id; null for the product's. */
export type OwnStock = (OwnStockLevel & { split?: true }) | { of: number } | null;

const ownOf = (parent: ParentProduct, before: StoredVariation | null): OwnStockLevel | null =>
  before && before.stockId !== parent.stockId ? { quantity: before.quantity, managed: before.managed } : null;

function managedLevel(own: OwnStockLevel | null, { quantity, delta }: VariationStockChange): OwnStockLevel {
  const onHand = own?.managed ? own.quantity : 0;
  const after = quantity ?? onHand + (delta ?? 0);
  if (after < 0) {
    throw wrongParam("inventory_delta", `inventory_delta subtracts more than is in stock: ${onHand}.`);
  }
  return { quantity: after, managed: true };
}

/** The first other variation with the same stock; 0 if the variation shares none, or is the first itself. */
function sharedWith(parent: ParentProduct, before: StoredVariation | null): number {
  if (!before || before.stockId === parent.stockId) return 0;
  const sharing = parent.variations.filter(({ stockId }) => stockId === before.stockId).map(({ id }) => id);
  const first = Math.min(...sharing);
  return first === before.id ? 0 : first;
}

/** @throws HttpError 400 without the quantity of the part that leaves */
function splitOff(quantity: number | undefined): OwnStock {
  if (quantity !== undefined) return { quantity, managed: true, split: true };
  throw wrongParam("stock_quantity", "stock_quantity is required: the units of the variation's own stock.");
}

/**
 * The stock of a variation after a write. A variation that does not manage its own stock has the product's; if the
 * product's stock is unmanaged too, the variation may still be in or out of stock by itself.
 * @throws HttpError 400 if more is subtracted than is in stock
 */
export function mergeStock(
  parent: ParentProduct,
  before: StoredVariation | null,
  change: VariationStockChange = {},
): OwnStock {
  if (change.of !== undefined) return { of: change.of };
  if (change.sharesWith !== undefined && change.sharesWith !== sharedWith(parent, before))
    return change.sharesWith === 0 ? splitOff(change.quantity) : { of: change.sharesWith };
  const own = ownOf(parent, before);
  if (change.managed ?? own?.managed ?? false) return managedLevel(own, change);
  if (parent.managed) return null;
  const parentInStock = parent.quantity > 0;
  const inStock = change.inStock ?? (own ? own.quantity > 0 : parentInStock);
  return inStock === parentInStock ? null : { quantity: inStock ? 1 : 0, managed: false };
}
