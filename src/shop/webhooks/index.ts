export { deliverWebhook, pingWebhook, webhookKind } from "./deliver.ts";
export { sweepDeliveries } from "./deliveries.ts";
export { webhookRoutes } from "./routes.ts";
export { pingKind } from "./write-webhook.ts";
