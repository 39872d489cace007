// Product files: for the command line alone, so that a shop that serves does not load what reads them.
export { exportProducts } from "./export-products.ts";
export { type Imported, importProducts } from "./import-products.ts";
export type { LineOutcome } from "./outcomes.ts";
export { NotAProductFile } from "./product-file.ts";
