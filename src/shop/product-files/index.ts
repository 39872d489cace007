export { productImportRevertTask, productImportTask } from "./import-tasks.ts";
export { productFileRoutes } from "./routes.ts";
export { sweepImports } from "./sweep-imports.ts";
