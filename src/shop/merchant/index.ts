export { deliverWebhook, pingWebhook, webhookKind } from "./webhooks/deliver.ts";
export { sweepDeliveries } from "./webhooks/deliveries.ts";
export { webhookRoutes } from "./webhooks/routes.ts";
export { pingKind } from "./webhooks/write-webhook.ts";
