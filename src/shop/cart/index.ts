export { mergeVisitorCart } from "./merge-carts.ts";
export { type OrderedLine, removeOrderedLines, sweepVisitorCarts } from "./ordered-lines.ts";
export { cartRoutes } from "./routes.ts";
