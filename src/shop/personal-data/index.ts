export { collectData } from "./collect-data.ts";
export { type Deleted, deleteAccount } from "./delete-account.ts";
export { personalDataRoutes } from "./routes.ts";
