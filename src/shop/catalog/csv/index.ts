// Product files: imported when they are needed, so that the server does not load their parsers at start.
export { exportedCells, exportProducts } from "./export-products.ts";
export { assignLineIds, importPart, inspectFile } from "./import-part.ts";
export { importProducts } from "./import-products.ts";
export { type ImportResult, maintain } from "./import-run.ts";
export type { LineOutcome } from "./outcomes.ts";
export { NotAProductFileError } from "./product-file.ts";
export { reportCells, reportText } from "./report.ts";
export type { WriteRecorder } from "./write-families.ts";
