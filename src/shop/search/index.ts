export { clusterSearchIndex } from "./cluster-search-index.ts";
export { searchRoutes } from "./routes.ts";
export { reindexPending } from "./reindex.ts";
