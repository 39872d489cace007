import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { type WooItem, linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { datePair } from "#shop/kernel/woo/woo-dates.ts";

/** One recorded delivery attempt. */
export interface Delivery {
  id: number;
  webhookId: number;
  requestUrl: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  responseStatus: number | null;
  responseBody: string;
  error: string;
  durationMs: number;
  createdAt: Date;
}

const columns: Sql = sql`
  d.id, d.webhook_id "webhookId", d.request_url "requestUrl", d.request_headers "requestHeaders",
  d.request_body "requestBody", d.response_status "responseStatus", d.response_body "responseBody", d.error,
  d.duration_ms "durationMs", d.created_at "createdAt"`;

export const findDelivery = (reader: Reader, webhookId: number, id: number): Promise<Delivery | undefined> =>
  reader.one<Delivery>(
    sql`select ${columns} from webhook_delivery d where d.webhook_id = ${webhookId} and d.id = ${id}`,
  );

/** Newest first. */
export async function listDeliveries(
  reader: Reader,
  webhookId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const deliveries = await reader.all<Delivery>(sql`
    select ${columns} from webhook_delivery d where d.webhook_id = ${webhookId}
    order by d.id desc limit ${limit} offset ${offset}`);
  const counted = await reader.one<{ total: number }>(
    sql`select count(*)::integer total from webhook_delivery where webhook_id = ${webhookId}`,
  );
  return { deliveries, total: counted?.total ?? 0 };
}

export function wooDelivery(delivery: Delivery, origin: string): WooItem {
  const { responseStatus, error } = delivery;
  const collection = `webhooks/${delivery.webhookId}/deliveries`;
  return {
    id: delivery.id,
    duration: (delivery.durationMs / 1000).toFixed(2),
    summary: error || `HTTP ${responseStatus}`,
    request_url: delivery.requestUrl,
    request_headers: delivery.requestHeaders,
    request_body: delivery.requestBody,
    response_code: responseStatus === null ? "" : String(responseStatus),
    response_message: error,
    response_body: delivery.responseBody,
    ...datePair("date_created", delivery.createdAt),
    _links: linksOf(origin, collection, delivery.id, `webhooks/${delivery.webhookId}`),
  };
}

const retentionMs = 30 * dayMs;

/** Deletes deliveries older than a month. */
export const sweepDeliveries = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from webhook_delivery where created_at < ${new Date(now.getTime() - retentionMs)}`);
