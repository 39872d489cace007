export { mergeGuestCart } from "./merge-carts.ts";
export { lineKey } from "./cart-line.ts";
export {
  areLinesInCart,
  removeOrderedLines,
  removeOrderedLinesSql,
  deleteExpiredGuestCarts,
} from "./ordered-lines.ts";
export { readCart } from "./read-cart.ts";
export { cartRoutes } from "./routes.ts";
