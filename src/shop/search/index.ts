export { searchRoutes } from "./routes.ts";
export { reindexPending } from "./settle-search.ts";
