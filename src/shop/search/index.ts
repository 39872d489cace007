export { searchRoutes } from "./routes.ts";
export { reindexPending } from "./reindex.ts";
