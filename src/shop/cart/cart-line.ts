import { createHash } from "node:crypto";
import type { Purchasable } from "#shop/catalog/index.ts";

/** A line of a cart with what the catalogue says of its piece now. */
export interface Line extends Purchasable {
  key: string;
  quantity: number;
}

/** A cart as it was read: whose it is, its version, its lines in the order they were added. */
export interface CartSnapshot {
  /** null for a visitor */
  customerId: number | null;
  /** null as long as nothing was ever added */
  cartId: number | null;
  version: number;
  lines: readonly Line[];
}

/** Distinct lines that one cart holds at most. */
export const maxLines = 100;

/** Identity of a line: 32 hex digits that follow from product and variation, so a product in two sizes is two lines. */
export const lineKey = (productId: number, variationId: number | null): string =>
  createHash("md5")
    .update(`${productId}:${variationId ?? 0}`)
    .digest("hex");

/** Whether a line could go to checkout: it is sold, and there is at least one. */
export const isOnSale = (line: Purchasable): boolean => line.purchasable && line.available > 0;
