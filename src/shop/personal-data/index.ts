export { exportPersonalData } from "./export-data.ts";
export { deleteAccount } from "./delete-account.ts";
export { endUnusedAccounts } from "./end-unused-accounts.ts";
export { personalDataRoutes } from "./routes.ts";
