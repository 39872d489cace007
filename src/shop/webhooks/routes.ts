import type { FastifyPluginAsync } from "fastify";
import {
  listDeliveries as listDeliveriesCall,
  listWebhooks,
  readDelivery,
  readWebhook,
  webhookWrites,
} from "#contract/endpoints/webhooks.ts";
import type { WebhooksQuery } from "#contract/woo/webhook.ts";
import { join, type Reader, raw, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type WooItem, sendPage } from "#shop/kernel/woo/woo-responses.ts";
import { registerWrites } from "#shop/kernel/woo/woo-writes.ts";
import { findDelivery, listDeliveries, wooDelivery } from "./deliveries.ts";
import { findWebhook, unknownWebhook, type Webhook, webhookColumns, wooWebhook } from "./webhook.ts";
import { createWebhook, removeWebhook, updateWebhook } from "./write-webhook.ts";

const keyOf = { date: sql`w.created_at`, id: sql`w.id`, title: sql`w.name` };

async function findPage(reader: Reader, query: WebhooksQuery): Promise<{ webhooks: Webhook[]; total: number }> {
  const conditions = [
    sql`true`,
    ...(query.status === "all" ? [] : [sql`w.status = ${query.status}`]),
    ...(query.search ? [sql`position(lower(${query.search}) in lower(w.name)) > 0`] : []),
    ...(query.include ? [sql`w.id = any(${query.include}::integer[])`] : []),
    ...(query.exclude ? [sql`w.id <> all(${query.exclude}::integer[])`] : []),
  ];
  const where = join(conditions, " and ");
  const direction = raw(query.order);
  const webhooks = await reader.all<Webhook>(sql`
    select ${webhookColumns} from webhook w where ${where}
    order by ${keyOf[query.orderby]} ${direction}, w.id ${direction}
    limit ${query.per_page} offset ${query.offset ?? (query.page - 1) * query.per_page}`);
  const counted = await reader.one<{ total: number }>(
    sql`select count(*)::integer total from webhook w where ${where}`,
  );
  return { webhooks, total: counted?.total ?? 0 };
}

/** `wc/v3/webhooks`, with the delivery log. For merchants' API keys only. */
export const webhookRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db } = shop;
    const origin = shop.config.publicUrl;
    const written = async (webhook: Promise<Webhook>) => wooWebhook(await webhook, origin);
    registerWrites(app, shop, webhookWrites, {
      create: (body) => written(createWebhook(shop, body)),
      update: (id, body) => written(updateWebhook(shop, id, body)),
      remove: (id, force) => written(removeWebhook(shop, id, force)),
    });

    registerEndpoint(app, shop, listWebhooks, async ({ query, request, reply }) => {
      const { webhooks, total } = await findPage(db, query);
      const items = webhooks.map((webhook) => wooWebhook(webhook, origin));
      return sendPage(request, reply, {
        origin,
        query,
        page: { items, total, page: query.page, perPage: query.per_page },
      });
    });
    registerEndpoint(app, shop, readWebhook, async ({ path }) => {
      const webhook = await findWebhook(db, path.id);
      if (!webhook) throw unknownWebhook(404);
      return wooWebhook(webhook, origin) as never;
    });

    registerEndpoint(app, shop, listDeliveriesCall, async ({ path, query, request, reply }) => {
      if (!(await findWebhook(db, path.webhook_id))) throw unknownWebhook(404);
      const offset = query.offset ?? (query.page - 1) * query.per_page;
      const { deliveries, total } = await listDeliveries(db, path.webhook_id, { limit: query.per_page, offset });
      const items: WooItem[] = deliveries.map((delivery) => wooDelivery(delivery, origin));
      return sendPage(request, reply, {
        origin,
        query,
        page: { items, total, page: query.page, perPage: query.per_page },
      });
    });
    registerEndpoint(app, shop, readDelivery, async ({ path }) => {
      const delivery = await findDelivery(db, path.webhook_id, path.id);
      if (!delivery) throw new HttpError(404, "woocommerce_rest_webhook_delivery_invalid_id", "Invalid ID.");
      return wooDelivery(delivery, origin) as never;
    });
  };
