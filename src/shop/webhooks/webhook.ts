import type { webhookStatuses } from "#contract/woo/webhook.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { type WooItem, linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { datePair } from "#shop/kernel/woo/woo-dates.ts";

export type WebhookStatus = (typeof webhookStatuses)[number];

/** A merchant's subscription to events, with its URL. */
export interface Webhook {
  id: number;
  name: string;
  status: WebhookStatus;
  /** `order.created` */
  topic: string;
  deliveryUrl: string;
  secretEncrypted: Uint8Array;
  /** consecutive failed deliveries */
  failures: number;
  retryAfter: Date | null;
  pingedAt: Date | null;
  createdAt: Date;
  modifiedAt: Date;
}

export const secretPurpose = "webhook";

export const webhookColumns: Sql = sql`
  w.id, w.name, w.status, w.topic, w.delivery_url "deliveryUrl", w.secret_encrypted "secretEncrypted", w.failures,
  w.retry_after "retryAfter", w.pinged_at "pingedAt", w.created_at "createdAt", w.modified_at "modifiedAt"`;

export const findWebhook = (reader: Reader, id: number): Promise<Webhook | undefined> =>
  reader.one<Webhook>(sql`select ${webhookColumns} from webhook w where w.id = ${id}`);

/** @param status 404 for reads and deletes, 400 for updates, as in WooCommerce */
export const unknownWebhook = (status: 400 | 404): HttpError =>
  new HttpError(status, "woocommerce_rest_shop_webhook_invalid_id", "Invalid ID.");

/** WordPress hook names of an event, for clients that display them. */
const hooksOf: Record<string, string[]> = {
  "order.created": ["woocommerce_new_order"],
  "order.updated": ["woocommerce_update_order"],
  "order.deleted": ["wp_trash_post"],
  "order.restored": ["untrashed_post"],
  "product.created": ["woocommerce_process_product_meta", "woocommerce_new_product"],
  "product.updated": ["woocommerce_process_product_meta", "woocommerce_update_product"],
  "product.deleted": ["wp_trash_post"],
  "product.restored": ["untrashed_post"],
  "customer.created": ["user_register", "woocommerce_created_customer"],
  "customer.updated": ["profile_update", "woocommerce_update_customer"],
  "customer.deleted": ["delete_user"],
};

/** A webhook in WooCommerce's format, without its secret. */
export function wooWebhook(webhook: Webhook, origin: string): WooItem & { id: number } {
  const [resource = "", event = ""] = webhook.topic.split(".");
  return {
    id: webhook.id,
    name: webhook.name,
    status: webhook.status,
    topic: webhook.topic,
    resource,
    event,
    hooks: hooksOf[webhook.topic] ?? [],
    delivery_url: webhook.deliveryUrl,
    ...datePair("date_created", webhook.createdAt),
    ...datePair("date_modified", webhook.modifiedAt),
    _links: linksOf(origin, "webhooks", webhook.id),
  };
}
