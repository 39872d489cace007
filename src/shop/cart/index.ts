export { mergeVisitorCart } from "./merge-carts.ts";
export { removeOrderedLines, removeOrderedLinesSql, sweepVisitorCarts } from "./ordered-lines.ts";
export { cartRoutes } from "./routes.ts";
