export { mergeVisitorCart } from "./merge-carts.ts";
export { orderedLinesRemoved, removeOrderedLines, sweepVisitorCarts } from "./ordered-lines.ts";
export { cartRoutes } from "./routes.ts";
