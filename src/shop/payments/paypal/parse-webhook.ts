import { type Clock, systemClock } from "#shop/kernel/base/clock.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { WebhookEvent } from "../gateway.ts";
import type { PaypalSettings } from "./paypal-api.ts";
import { isPaypalSignature, Transmission } from "./transmission.ts";
import { parseEvent } from "./webhook-event.ts";

/** A webhook request, not yet parsed. */
export interface RawWebhook {
  /** names in lower case */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Buffer;
}

/**
 * Verifies the signature of a webhook and parses it. `unavailable`: the certificate could not be fetched, so PayPal has to
 * retry.
 */
export async function parsePaypalWebhook(
  settings: PaypalSettings,
  { headers, rawBody }: RawWebhook,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<WebhookEvent> {
  const transmission = Transmission.safeParse(headers);
  if (!transmission.success) return { ok: false, reason: "malformed", payload: {} };
  const payload = {
    transmission_id: transmission.data["paypal-transmission-id"],
    cert_url: transmission.data["paypal-cert-url"],
  };
  try {
    const signed = await isPaypalSignature(settings, transmission.data, { rawBody, now: clock.now() });
    return signed ? parseEvent(rawBody) : { ok: false, reason: "signature", payload };
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return { ok: false, reason: "unavailable", payload };
    throw error;
  }
}
