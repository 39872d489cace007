import { z } from "zod";
import { call } from "../endpoint.ts";
import { collection, Single } from "../woo/query.ts";
import { wooWrites } from "../woo/resource.ts";
import { CreateWebhook, UpdateWebhook, Webhook, WebhookDelivery, WebhooksQuery } from "../woo/webhook.ts";

const path = "/wp-json/wc/v3/webhooks";
const tag = "Webhooks";

export const webhookWrites = wooWrites({
  path,
  tag,
  name: "webhook",
  create: CreateWebhook,
  update: UpdateWebhook,
  response: Webhook,
});

export const listWebhooks = call({
  method: "GET",
  path,
  access: "merchant",
  tag,
  summary: "List the webhooks",
  query: WebhooksQuery,
  response: z.array(Webhook),
});
export const readWebhook = call({
  method: "GET",
  path: `${path}/{id}`,
  access: "merchant",
  tag,
  summary: "Read one webhook",
  query: Single,
  response: Webhook,
});
export const DeliveriesQuery = z.object({
  page: collection.page,
  per_page: collection.per_page,
  offset: collection.offset,
  _fields: collection._fields,
});
export const listDeliveries = call({
  method: "GET",
  path: `${path}/{webhook_id}/deliveries`,
  access: "merchant",
  tag,
  summary: "List what was delivered in the last month, or could not be, newest first",
  query: DeliveriesQuery,
  response: z.array(WebhookDelivery),
});
export const readDelivery = call({
  method: "GET",
  path: `${path}/{webhook_id}/deliveries/{id}`,
  access: "merchant",
  tag,
  summary: "Read one delivery",
  query: Single,
  response: WebhookDelivery,
});
