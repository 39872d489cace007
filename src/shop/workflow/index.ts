export { bulkOrdersTask } from "./bulk-orders.ts";
export { workflowRoutes } from "./routes.ts";
export { todaySettings } from "./today-settings.ts";
