// Product files: for the command line only, so that the server does not load their parsers.
export { exportProducts } from "./export-products.ts";
export { type ImportResult, importProducts } from "./import-products.ts";
export type { LineOutcome } from "./outcomes.ts";
export { NotAProductFile } from "./product-file.ts";
