import { createHmac } from "node:crypto";
import { z } from "zod";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { json, sql } from "#shop/kernel/db/database.ts";
import { safeFetch, SafeFetchError } from "#shop/kernel/outbound/safe-fetch.ts";
import { type OutboxHandler, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { decrypt } from "#shop/kernel/base/secrets.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findWebhook, secretPurpose, type Webhook } from "./webhook.ts";

/** Reads a resource as a merchant's GET would; null when there is none any more. Given by app.ts. */
export type ResourceReaders = Record<"order" | "product" | "customer", (id: number) => Promise<object | null>>;

/** Kind of the outbox rows that the database's own triggers write. */
export const webhookKind = "webhook";
const Payload = z.object({ webhook: z.int(), topic: z.string(), id: z.int() });

/** This many failures in a row disable a webhook. */
export const maxFailures = 5;
/** How long a webhook rests after its first, second … failure: a program that restarts loses nothing. */
const restsMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs];
const limits = { timeoutMs: 60 * secondMs, maxBytes: 1024 * 1024, redirects: 0 };
const keptBytes = 2_000;

interface Attempt {
  request: { headers: Record<string, string>; body: string };
  answer: { status: number | null; body: string; error: string };
  durationMs: number;
}

/** WooCommerce counts two redirects as heard, though it follows none. */
const isAcknowledged = ({ status }: Attempt["answer"]): boolean =>
  status !== null && ((status >= 200 && status < 300) || status === 301 || status === 302);

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

/** One POST; whatever comes of it is an answer. */
async function post(shop: AppContext, url: string, request: Attempt["request"]): Promise<Attempt> {
  const started = performance.now();
  const outcome = (answer: Attempt["answer"]): Attempt => ({
    request,
    answer,
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
    const error = isAcknowledged({ status, body: "", error: "" }) ? "" : `The address answered ${status}.`;
    return outcome({ status, body: body.toString("utf8").slice(0, keptBytes), error });
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    return outcome({ status: null, body: "", error: error.message });
  }
}

/** Writes the attempt down, and what it means for the webhook. @returns until when it rests, null when it heard */
async function record(shop: AppContext, webhook: Webhook, { id, deliveryId, attempt }: Recorded): Promise<Date | null> {
  const now = shop.clock.now();
  const { request, answer, durationMs } = attempt;
  const heard = isAcknowledged(answer);
  const failures = heard ? 0 : webhook.failures + 1;
  const rest = restsMs[Math.min(failures, restsMs.length) - 1] ?? 0;
  const restsUntil = heard ? null : new Date(now.getTime() + rest);
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into webhook_delivery (id, webhook_id, topic, resource_id, request_url, request_headers, request_body,
        response_status, response_body, error, duration_ms, created_at) overriding system value
      select ${deliveryId}, id, ${webhook.topic}, ${id}, ${webhook.deliveryUrl}, ${json(request.headers)}::jsonb,
        ${request.body}, ${answer.status}, ${answer.body.replaceAll("\0", "")}, ${answer.error}, ${durationMs}, ${now}
      from webhook where id = ${webhook.id}`);
    await tx.run(sql`
      update webhook set failures = ${failures}, retry_after = ${restsUntil},
        status = case when ${failures >= maxFailures} and status = 'active' then 'disabled' else status end
      where id = ${webhook.id}`);
  });
  if (failures >= maxFailures) {
    shop.log.warn(
      { webhook: webhook.id, error: answer.error },
      "a webhook was disabled: it failed five times in a row",
    );
  }
  return restsUntil;
}

interface Recorded {
  id: number;
  deliveryId: number;
  attempt: Attempt;
}

const nextDeliveryId = async ({ db }: AppContext): Promise<number> => {
  const [row] = await db.write<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('webhook_delivery', 'id')) id`,
  );
  return Number(row?.id);
};

/**
 * Tells one webhook of one event. While it rests after a failure, what it has to hear waits, in order; when it was
 * disabled, paused or deleted meanwhile, it is told nothing.
 * @throws Postponed until it may be tried again
 */
export const deliverWebhook =
  (shop: AppContext, readers: ResourceReaders): OutboxHandler =>
  async (payload) => {
    const { webhook: webhookId, topic, id } = Payload.parse(payload);
    const webhook = await findWebhook(shop.db, webhookId);
    if (webhook?.status !== "active" || webhook.topic !== topic) return;
    if (webhook.restsUntil && webhook.restsUntil > shop.clock.now()) throw new RescheduleJob(webhook.restsUntil);
    const [resource, event] = topic.split(".") as [keyof ResourceReaders, string];
    const told = event === "deleted" ? { id } : await readers[resource](id);
    // deleted meanwhile: that has an event of its own
    if (!told) return;
    const body = JSON.stringify(told);
    const deliveryId = await nextDeliveryId(shop);
    const headers = headersFor(shop, webhook, deliveryId, body);
    const attempt = await post(shop, webhook.deliveryUrl, { headers, body });
    const restsUntil = await record(shop, webhook, { id, deliveryId, attempt });
    if (restsUntil) throw new RescheduleJob(restsUntil);
  };

/** Greets an address once, as WooCommerce does: a form with the webhook's id, unsigned. Nothing depends on the answer. */
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
