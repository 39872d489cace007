import { createHmac } from "node:crypto";
import { z } from "zod";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { json, sql } from "#shop/kernel/db/database.ts";
import { safeFetch, SafeFetchError } from "#shop/kernel/outbound/safe-fetch.ts";
import { type OutboxHandler, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { decrypt } from "#shop/kernel/base/secrets.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findWebhook, secretPurpose, type Webhook } from "./webhook.ts";

/** Reads a resource as a merchant's GET would; null if it no longer exists. Passed in by app.ts. */
export type ResourceReaders = Record<"order" | "product" | "customer", (id: number) => Promise<object | null>>;

/** Kind of the outbox rows that the database's triggers insert. */
export const webhookKind = "webhook";
const Payload = z.object({ webhook: z.int(), topic: z.string(), id: z.int() });

/** This many consecutive failures disable a webhook. */
export const maxFailures = 5;
/** Retry back-off after the first, second … failure, so that a restarting receiver loses nothing. */
const backOffMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs];
const limits = { timeoutMs: 60 * secondMs, maxBytes: 1024 * 1024, redirects: 0 };
const maxStoredBytes = 2_000;

interface DeliveryAttempt {
  request: { headers: Record<string, string>; body: string };
  response: { status: number | null; body: string; error: string };
  durationMs: number;
}

/** WooCommerce treats two redirects as success, though it follows none. */
const isAcknowledged = ({ status }: DeliveryAttempt["response"]): boolean =>
  status !== null && ((status >= 200 && status < 300) || status === 301 || status === 302);

/** Signs a delivery, as WooCommerce does: HMAC-SHA256 of the body, in base64. */
const signatureOf = (body: string, secret: string): string =>
  createHmac("sha256", secret).update(body, "utf8").digest("base64");

function headersFor(
  { config }: AppContext,
  webhook: Webhook,
  deliveryId: number,
  body: string,
): Record<string, string> {
  const [resource = "", event = ""] = webhook.topic.split(".");
  return {
    "content-type": "application/json",
    "user-agent": "Lianne Hookshot",
    "x-wc-webhook-source": `${config.publicUrl}/`,
    "x-wc-webhook-topic": webhook.topic,
    "x-wc-webhook-resource": resource,
    "x-wc-webhook-event": event,
    "x-wc-webhook-signature": signatureOf(body, decrypt(config.appSecret, secretPurpose, webhook.secretEncrypted)),
    "x-wc-webhook-id": String(webhook.id),
    "x-wc-webhook-delivery-id": String(deliveryId),
  };
}

/** Sends one POST; every outcome is returned as a response. */
async function post(shop: AppContext, url: string, request: DeliveryAttempt["request"]): Promise<DeliveryAttempt> {
  const started = performance.now();
  const outcome = (response: DeliveryAttempt["response"]): DeliveryAttempt => ({
    request,
    response,
    durationMs: Math.round(performance.now() - started),
  });
  try {
    const { allowedPrivateHosts } = shop.config;
    const { status, body } = await safeFetch(url, {
      service: "webhook",
      method: "POST",
      ...request,
      ...limits,
      allowedPrivateHosts,
    });
    const error = isAcknowledged({ status, body: "", error: "" }) ? "" : `HTTP ${status}`;
    return outcome({ status, body: body.toString("utf8").slice(0, maxStoredBytes), error });
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    return outcome({ status: null, body: "", error: error.message });
  }
}

/** Records the attempt and updates the webhook. @returns the end of the back-off, null on success */
async function record(
  shop: AppContext,
  webhook: Webhook,
  { id, deliveryId, attempt }: RecordedAttempt,
): Promise<Date | null> {
  const now = shop.clock.now();
  const { request, response, durationMs } = attempt;
  const acknowledged = isAcknowledged(response);
  const failures = acknowledged ? 0 : webhook.failures + 1;
  const delayMs = backOffMs[Math.min(failures, backOffMs.length) - 1] ?? 0;
  const retryAfter = acknowledged ? null : new Date(now.getTime() + delayMs);
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into webhook_delivery (id, webhook_id, topic, resource_id, request_url, request_headers, request_body,
        response_status, response_body, error, duration_ms, created_at) overriding system value
      select ${deliveryId}, id, ${webhook.topic}, ${id}, ${webhook.deliveryUrl}, ${json(request.headers)}::jsonb,
        ${request.body}, ${response.status}, ${response.body.replaceAll("\0", "")}, ${response.error}, ${durationMs}, ${now}
      from webhook where id = ${webhook.id}`);
    await tx.run(sql`
      update webhook set failures = ${failures}, retry_after = ${retryAfter},
        status = case when ${failures >= maxFailures} and status = 'active' then 'disabled' else status end
      where id = ${webhook.id}`);
  });
  if (failures >= maxFailures) {
    shop.log.warn(
      { webhook: webhook.id, error: response.error },
      "a webhook was disabled: it failed five times in a row",
    );
  }
  return retryAfter;
}

interface RecordedAttempt {
  id: number;
  deliveryId: number;
  attempt: DeliveryAttempt;
}

const nextDeliveryId = async ({ db }: AppContext): Promise<number> => {
  const [row] = await db.write<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('webhook_delivery', 'id')) id`,
  );
  return Number(row?.id);
};

/**
 * Delivers one event to one webhook. During the back-off after a failure its events wait, in order; if it was disabled,
 * paused or deleted since, nothing is sent.
 * @throws RescheduleJob until the next attempt
 */
export const deliverWebhook =
  (shop: AppContext, readers: ResourceReaders): OutboxHandler =>
  async (payload) => {
    const { webhook: webhookId, topic, id } = Payload.parse(payload);
    const webhook = await findWebhook(shop.db, webhookId);
    if (webhook?.status !== "active" || webhook.topic !== topic) return;
    if (webhook.retryAfter && webhook.retryAfter > shop.clock.now()) throw new RescheduleJob(webhook.retryAfter);
    const [resource, event] = topic.split(".") as [keyof ResourceReaders, string];
    const reported = event === "deleted" ? { id } : await readers[resource](id);
    // deleted since: that has an event of its own
    if (!reported) return;
    const body = JSON.stringify(reported);
    const deliveryId = await nextDeliveryId(shop);
    const headers = headersFor(shop, webhook, deliveryId, body);
    const attempt = await post(shop, webhook.deliveryUrl, { headers, body });
    const retryAfter = await record(shop, webhook, { id, deliveryId, attempt });
    if (retryAfter) throw new RescheduleJob(retryAfter);
  };

/** Pings a URL once, as WooCommerce does: a form with the webhook's id, unsigned. The response is ignored. */
export const pingWebhook =
  (shop: AppContext): OutboxHandler =>
  async (payload) => {
    const { webhook: id } = Payload.pick({ webhook: true }).parse(payload);
    const webhook = await findWebhook(shop.db, id);
    if (!webhook || webhook.pingedAt) return;
    const headers = { "content-type": "application/x-www-form-urlencoded", "user-agent": "Lianne Hookshot" };
    await post(shop, webhook.deliveryUrl, { headers, body: `webhook_id=${id}` });
    await shop.db.transaction((tx) => tx.run(sql`update webhook set pinged_at = ${shop.clock.now()} where id = ${id}`));
  };
