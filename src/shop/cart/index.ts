export { mergeVisitorCart } from "./merge-carts.ts";
export { areLinesInCart, removeOrderedLines, removeOrderedLinesSql, sweepVisitorCarts } from "./ordered-lines.ts";
export { readCart } from "./read-cart.ts";
export { cartRoutes } from "./routes.ts";
