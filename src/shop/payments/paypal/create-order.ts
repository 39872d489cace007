import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type CreatePaymentInput, type PaymentSession, GatewayDeclinedError } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { attemptKey, createRequestId } from "./request-ids.ts";
import { dollars, issueOf, approvalLink, NewPaypalOrder } from "./shapes.ts";
import { redact } from "./redact.ts";

const brandName = "Lianne";

function amountOf({ reference, amountUsdCents }: CreatePaymentInput["attempt"]): ReturnType<typeof dollars> {
  if (amountUsdCents === null) throw new Error(`the attempt ${reference} has no amount in USD`);
  return dollars(amountUsdCents);
}

function orderBody({ attempt, lang }: CreatePaymentInput, publicUrl: string): Record<string, unknown> {
  const description = t(lang, "payment_gateway.order", { order: attempt.orderId });
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        reference_id: "default",
        custom_id: attempt.reference,
        invoice_id: `LIANNE-${attemptKey(attempt)}`,
        description: description.slice(0, 127),
        // no breakdown: line amounts converted one by one may differ from the total by a cent
        amount: amountOf(attempt),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: brandName,
          locale: lang === "vi" ? "vi-VN" : "en-US",
          shipping_preference: "NO_SHIPPING",
          user_action: "PAY_NOW",
          return_url: `${publicUrl}/wp-json/lianne-paypal/v1/return`,
          cancel_url: `${publicUrl}/wp-json/lianne-paypal/v1/cancel`,
        },
      },
    },
  };
}

/**
 * Creates PayPal's order for an attempt. Idempotent per attempt.
 * @throws UpstreamUnavailableError, GatewayDeclinedError
 */
export async function createOrder(
  call: CallPaypal,
  publicUrl: string,
  input: CreatePaymentInput,
): Promise<PaymentSession> {
  const requestId = createRequestId(input.attempt);
  const { status, body } = await call("/v2/checkout/orders", { requestId, body: orderBody(input, publicUrl) });
  // an identical request is in progress: a retry gets its response
  if (status === 409) throw new UpstreamUnavailableError("PayPal is still processing a request with this id");
  if (status !== 200 && status !== 201) throw new GatewayDeclinedError(issueOf(body), redact(body));
  const order = NewPaypalOrder.safeParse(body);
  const payUrl = order.success ? approvalLink(order.data) : null;
  if (!order.success || !payUrl) throw new UpstreamUnavailableError("PayPal order without an id or an approval link");
  return {
    payUrl,
    gatewayId: order.data.id,
    request: { request_id: requestId, pay_url: payUrl, amount: amountOf(input.attempt) },
  };
}
