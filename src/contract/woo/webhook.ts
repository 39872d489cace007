import { z } from "zod";
import { collection, sortOrder } from "./query.ts";
import { WriteId } from "./write.ts";

export const webhookStatuses = ["active", "paused", "disabled"] as const;
export const WebhookStatus = z.enum(webhookStatuses);

/** Topics of webhooks; coupons and `action.*` do not exist here, so they are rejected instead of never firing. */
export const webhookResources = ["order", "product", "customer"] as const;
export const webhookEvents = ["created", "updated", "deleted", "restored"] as const;
export const webhookTopics: readonly string[] = webhookResources.flatMap((resource) =>
  webhookEvents.map((event) => `${resource}.${event}`),
);

const name = z.string().trim().max(200);
const secret = z.string().max(500);
// valid values are checked in the handler, which returns WooCommerce's own error codes
const topic = z.string().max(200);
const delivery_url = z.string().trim().max(2000);

/** `POST wc/v3/webhooks`; a new webhook is always active, as in WooCommerce. */
export const CreateWebhook = z.object({ name: name.optional(), topic, delivery_url, secret: secret.optional() });
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const UpdateWebhook = z.object({
  id: WriteId.optional(),
  name: name.optional(),
  status: WebhookStatus.optional(),
  topic: topic.optional(),
  delivery_url: delivery_url.optional(),
  secret: secret.optional(),
});
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

/** A webhook in responses: the secret is write-only. */
export const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  status: WebhookStatus,
  topic: z.string(),
  resource: z.string(),
  event: z.string(),
  hooks: z.array(z.string()),
  delivery_url: z.string(),
  date_created: z.string().nullable(),
  date_created_gmt: z.string().nullable(),
  date_modified: z.string().nullable(),
  date_modified_gmt: z.string().nullable(),
  _links: z.unknown(),
});

export const WebhooksQuery = z.object({
  ...collection,
  order: sortOrder("desc"),
  orderby: z.enum(["date", "id", "title"]).default("date"),
  status: z.enum(["all", ...webhookStatuses]).default("all"),
});
export type WebhooksQuery = z.output<typeof WebhooksQuery>;

/** One delivery attempt. */
export const WebhookDelivery = z.object({
  id: z.int(),
  /** seconds as a string: "0.12" */
  duration: z.string(),
  summary: z.string(),
  request_url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string(),
  /** "200", or "" without a response */
  response_code: z.string(),
  response_message: z.string(),
  response_body: z.string(),
  date_created: z.string().nullable(),
  date_created_gmt: z.string().nullable(),
  _links: z.unknown(),
});
