export { searchRoutes } from "./routes.ts";
export { settleSearch } from "./settle-search.ts";
