export { receiptRoutes } from "./print/receipt-routes.ts";
export { confirmAutomatically } from "./auto-confirm.ts";
export { bulkOrdersTask } from "./bulk-orders.ts";
export { changeOrder } from "./change-order.ts";
export { readOrderWorkflows } from "./order-workflow.ts";
export { workflowRoutes } from "./routes.ts";
export { todaySettings } from "./today-settings.ts";
export { sweepUndo } from "./undo-token.ts";
