export { exportPersonalData } from "./export-data.ts";
export { deleteAccount } from "./delete-account.ts";
export { personalDataRoutes } from "./routes.ts";
