import { randomBytes } from "node:crypto";
import { type CreateWebhook, type UpdateWebhook, webhookTopics } from "#contract/woo/webhook.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { checkAddress, SafeFetchError } from "#shop/kernel/outbound/safe-fetch.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { encrypt } from "#shop/kernel/base/secrets.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findWebhook, secretPurpose, unknownWebhook, type Webhook } from "./webhook.ts";

/** Kind of the outbox row that pings a URL when its webhook first becomes active. */
export const pingKind = "webhook-ping";

function checkTopic(topic: string): void {
  if (webhookTopics.includes(topic)) return;
  const message = `Webhook topic must be valid. Allowed are ${webhookTopics.join(", ")}.`;
  throw new HttpError(400, "woocommerce_rest_shop_webhook_invalid_topic", message);
}

function checkDeliveryUrl(url: string, allowedPrivateHosts: readonly string[]): void {
  try {
    checkAddress(url, allowedPrivateHosts);
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    const message = `Webhook delivery URL must be a valid URL starting with http:// or https://. ${error.message}`;
    throw new HttpError(400, "woocommerce_rest_shop_webhook_invalid_delivery_url", message);
  }
}

const defaultName = (now: Date): string => `Webhook created on ${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const greet = (tx: Tx, id: number): Promise<number> =>
  enqueue(tx, pingKind, { webhook: id }, { uniqueKey: `${pingKind}:${id}` });

async function reload(reader: Reader, id: number): Promise<Webhook> {
  const webhook = await findWebhook(reader, id);
  if (!webhook) throw new Error("webhook: insert returned no row");
  return webhook;
}

/** Registers a webhook, which is active at once. @throws HttpError 400 for an invalid topic or URL */
export function createWebhook({ db, config, clock }: AppContext, body: CreateWebhook): Promise<Webhook> {
  checkTopic(body.topic);
  checkDeliveryUrl(body.delivery_url, config.allowedPrivateHosts);
  const now = clock.now();
  const secret = encrypt(config.appSecret, secretPurpose, body.secret || randomBytes(25).toString("hex"));
  return db.transaction(async (tx) => {
    const row = await tx.one<{ id: number }>(sql`
      insert into webhook (name, topic, delivery_url, secret_encrypted, created_at, modified_at)
      values (${body.name || defaultName(now)}, ${body.topic}, ${body.delivery_url}, ${secret}, ${now}, ${now})
      returning id`);
    if (!row) throw new Error("a new webhook has no row");
    await greet(tx, row.id);
    return reload(tx, row.id);
  });
}

/**
 * Changes the given fields. Reactivating a webhook resets its failures.
 * @throws HttpError 400 for an unknown id, an invalid topic or URL
 */
export function updateWebhook({ db, config, clock }: AppContext, id: number, body: UpdateWebhook): Promise<Webhook> {
  if (body.topic !== undefined) checkTopic(body.topic);
  if (body.delivery_url !== undefined) checkDeliveryUrl(body.delivery_url, config.allowedPrivateHosts);
  const secret = body.secret ? encrypt(config.appSecret, secretPurpose, body.secret) : null;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const revived = body.status === "active";
    const changed = await tx.run(sql`
      update webhook set name = coalesce(${body.name ?? null}, name), status = coalesce(${body.status ?? null}, status),
        topic = coalesce(${body.topic ?? null}, topic),
        delivery_url = coalesce(${body.delivery_url ?? null}, delivery_url),
        secret_encrypted = coalesce(${secret}::bytea, secret_encrypted),
        failures = case when ${revived} then 0 else failures end,
        retry_after = case when ${revived} then null else retry_after end, modified_at = ${now}
      where id = ${id}`);
    if (changed === 0) throw unknownWebhook(400);
    return reload(tx, id);
  });
}

/**
 * Deletes a webhook permanently, with its pending deliveries. @returns it as it was @throws HttpError 404, or 501
 * without force
 */
export async function removeWebhook({ db }: AppContext, id: number, force: boolean): Promise<Webhook> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw unknownWebhook(404);
  if (!force) throw new HttpError(501, "woocommerce_rest_trash_not_supported", "Webhooks do not support trashing.");
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from webhook where id = ${id}`);
  });
  return webhook;
}
