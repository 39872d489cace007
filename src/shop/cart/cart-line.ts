import { createHash } from "node:crypto";
import type { Purchasable } from "#shop/catalog/index.ts";

/** A cart line with the current catalogue data of its product or variation. */
export interface CartLine extends Purchasable {
  key: string;
  quantity: number;
}

/** A cart as read: its owner, its version, and its lines in the order they were added. */
export interface CartSnapshot {
  /** null for a guest */
  customerId: number | null;
  /** null until something is added for the first time */
  cartId: number | null;
  version: number;
  lines: readonly CartLine[];
}

/** Maximum number of distinct lines in one cart. */
export const maxLines = 100;

/** Line key: 32 hex digits derived from product and variation, so a product in two sizes makes two lines. */
export const lineKey = (productId: number, variationId: number | null): string =>
  createHash("md5")
    .update(`${productId}:${variationId ?? 0}`)
    .digest("hex");

/** Whether a line can go to checkout: it is purchasable and at least one is available. */
export const isOnSale = (line: Purchasable): boolean => line.purchasable && line.available > 0;
