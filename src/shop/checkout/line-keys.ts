import { lineKey } from "#shop/cart/index.ts";
import type { RequestedLine } from "./checkout.ts";

/** The key that a line with this product and variation has in a cart. */
export const keyOfLine = ({ productId, variationId }: Pick<RequestedLine, "productId" | "variationId">): string =>
  lineKey(productId, variationId);

/** Combines the keys of lines to a string that is equal for equal lines in any order. */
export const combineKeys = (keys: readonly string[]): string => keys.toSorted().join(" ");
