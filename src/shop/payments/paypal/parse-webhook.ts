import { type Clock, systemClock } from "#shop/kernel/base/clock.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { WebhookEvent } from "../gateway.ts";
import type { PaypalSettings } from "./paypal-api.ts";
import { isPaypals, Transmission } from "./transmission.ts";
import { readEvent } from "./webhook-event.ts";

/** What PayPal's server posted, as the shop's HTTP server has it. */
export interface PostedMessage {
  /** names in lower case */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Buffer;
}

/**
 * Checks a message of PayPal's webhook by its certificate and reads it. `no answer`: the certificate could not be fetched,
 * and PayPal is to be told to come again.
 */
export async function readPaypalNotice(
  settings: PaypalSettings,
  { headers, rawBody }: PostedMessage,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<WebhookEvent> {
  const transmission = Transmission.safeParse(headers);
  if (!transmission.success) return { ok: false, because: "malformed", payload: {} };
  const payload = {
    transmission_id: transmission.data["paypal-transmission-id"],
    cert_url: transmission.data["paypal-cert-url"],
  };
  try {
    const signed = await isPaypals(settings, transmission.data, { rawBody, now: clock.now() });
    return signed ? readEvent(rawBody) : { ok: false, because: "signature", payload };
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return { ok: false, because: "no answer", payload };
    throw error;
  }
}
