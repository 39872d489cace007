export { workflowRoutes } from "./routes.ts";
export { todaySettings } from "./today-settings.ts";
