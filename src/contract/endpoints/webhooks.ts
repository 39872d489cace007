import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { collection, Single } from "../woo/query.ts";
import { wooWrites } from "../woo/resource.ts";
import { CreateWebhook, UpdateWebhook, Webhook, WebhookDelivery, WebhooksQuery } from "../woo/webhook.ts";

const path = "/wp-json/wc/v3/webhooks";
const tag = "Webhooks";

export const webhookWrites = wooWrites({
  path,
  tag,
  name: "webhook",
  permission: "keys.manage",
  reauthenticate: true,
  create: CreateWebhook,
  update: UpdateWebhook,
  response: Webhook,
});

export const listWebhooks = defineEndpoint({
  method: "GET",
  path,
  access: "merchant",
  permission: "keys.manage",
  tag,
  summary: "List webhooks",
  query: WebhooksQuery,
  response: z.array(Webhook),
});
export const readWebhook = defineEndpoint({
  method: "GET",
  path: `${path}/{id}`,
  access: "merchant",
  permission: "keys.manage",
  tag,
  summary: "Get a webhook",
  query: Single,
  response: Webhook,
});
export const DeliveriesQuery = z.object({
  page: collection.page,
  per_page: collection.per_page,
  offset: collection.offset,
  _fields: collection._fields,
});
export const listDeliveries = defineEndpoint({
  method: "GET",
  path: `${path}/{webhook_id}/deliveries`,
  access: "merchant",
  permission: "keys.manage",
  tag,
  summary: "List the deliveries of the last month, failed ones included, newest first",
  query: DeliveriesQuery,
  response: z.array(WebhookDelivery),
});
export const readDelivery = defineEndpoint({
  method: "GET",
  path: `${path}/{webhook_id}/deliveries/{id}`,
  access: "merchant",
  permission: "keys.manage",
  tag,
  summary: "Get a delivery",
  query: Single,
  response: WebhookDelivery,
});
