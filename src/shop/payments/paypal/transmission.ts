import { verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { signingKey } from "./certificates.ts";
import type { PaypalSettings } from "./paypal-api.ts";

/** The headers by which a message of PayPal's proves itself. */
export const Transmission = z.object({
  "paypal-transmission-id": z.string().min(1).max(200),
  "paypal-transmission-time": z.string().min(1).max(100),
  "paypal-transmission-sig": z.string().regex(/^[A-Za-z0-9+/]{100,1000}={0,2}$/),
  "paypal-cert-url": z.string().max(500),
  "paypal-auth-algo": z.literal("SHA256withRSA"),
});
export type Transmission = z.output<typeof Transmission>;

/** PayPal tries for three days, and its clock is not quite ours. */
const oldestMs = 4 * dayMs;
const aheadMs = 10 * minuteMs;

function isTimely(time: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(time);
  return ageMs <= oldestMs && ageMs >= -aheadMs;
}

/**
 * Whether PayPal signed this message, for our webhook and with these bytes.
 * @param rawBody as it came: parsed and written again it may be another text
 * @throws NoAnswer where its certificate cannot be fetched
 */
export async function isPaypals(
  settings: PaypalSettings,
  headers: Transmission,
  { rawBody, now }: { rawBody: Buffer; now: Date },
): Promise<boolean> {
  const time = headers["paypal-transmission-time"];
  // which webhook is ours we know ourselves: a message for another one is signed as well
  if (settings.webhookId === null || !isTimely(time, now)) return false;
  const key = await signingKey(settings, headers["paypal-cert-url"], now);
  if (!key) return false;
  const signed = `${headers["paypal-transmission-id"]}|${time}|${settings.webhookId}|${crc32(rawBody)}`;
  return verify("sha256", Buffer.from(signed), key, Buffer.from(headers["paypal-transmission-sig"], "base64"));
}
