import { verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { signingKey } from "./certificates.ts";
import type { PaypalSettings } from "./paypal-api.ts";

/** The signature headers of a webhook. */
export const Transmission = z.object({
  "paypal-transmission-id": z.string().min(1).max(200),
  "paypal-transmission-time": z.string().min(1).max(100),
  "paypal-transmission-sig": z.string().regex(/^[A-Za-z0-9+/]{100,1000}={0,2}$/),
  "paypal-cert-url": z.string().max(500),
  "paypal-auth-algo": z.literal("SHA256withRSA"),
});
export type Transmission = z.output<typeof Transmission>;

/** PayPal retries for three days, and its clock may differ from ours. */
const maxAgeMs = 4 * dayMs;
const maxClockSkewMs = 10 * minuteMs;

function isTimely(time: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(time);
  return ageMs <= maxAgeMs && ageMs >= -maxClockSkewMs;
}

/**
 * Verifies that PayPal signed exactly these bytes for our webhook.
 * @param rawBody unparsed, since re-serialized JSON may differ
 * @throws UpstreamUnavailableError if the certificate cannot be fetched
 */
export async function isPaypalSignature(
  settings: PaypalSettings,
  headers: Transmission,
  { rawBody, now }: { rawBody: Buffer; now: Date },
): Promise<boolean> {
  const time = headers["paypal-transmission-time"];
  // the signed text contains the id of the shop's webhook; PayPal's signatures for other shops have other ids
  if (settings.webhookId === null || !isTimely(time, now)) return false;
  const key = await signingKey(settings, headers["paypal-cert-url"], now);
  if (!key) return false;
  const signed = `${headers["paypal-transmission-id"]}|${time}|${settings.webhookId}|${crc32(rawBody)}`;
  return verify("sha256", Buffer.from(signed), key, Buffer.from(headers["paypal-transmission-sig"], "base64"));
}
