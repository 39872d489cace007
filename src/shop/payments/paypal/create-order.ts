import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { type BeginInput, type PaymentSession, GatewayDeclinedError } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { attemptName, createId } from "./request-ids.ts";
import { dollars, issueOf, linkToPay, Order } from "./shapes.ts";
import { withoutPersons } from "./redact.ts";

const brand = "Lianne";

function orderBody({ attempt, lang }: BeginInput, publicUrl: string): Record<string, unknown> {
  if (attempt.amountUsdCents === null) throw new Error(`the attempt ${attempt.reference} has no amount in dollars`);
  const description = t(lang, "payment_gateway.order", { order: attempt.orderId });
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        reference_id: "default",
        custom_id: attempt.reference,
        invoice_id: `LIANNE-${attemptName(attempt)}`,
        description: description.slice(0, 127),
        // no breakdown: converted line by line it would miss the total by a cent
        amount: dollars(attempt.amountUsdCents),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: brand,
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
 * Opens PayPal's order for an attempt; the same attempt again is the same order.
 * @throws NoAnswer, GatewayRefused
 */
export async function createOrder(call: CallPaypal, publicUrl: string, input: BeginInput): Promise<PaymentSession> {
  const requestId = createId(input.attempt);
  const { status, body } = await call("/v2/checkout/orders", { requestId, body: orderBody(input, publicUrl) });
  // its own answer to the same request is under way: a repeat will hear it
  if (status === 409) throw new UpstreamUnavailableError("PayPal is still at the first of two equal requests");
  if (status !== 200 && status !== 201) throw new GatewayDeclinedError(issueOf(body), withoutPersons(body));
  const order = Order.safeParse(body);
  const payUrl = order.success ? linkToPay(order.data) : null;
  if (!order.success || !payUrl) throw new UpstreamUnavailableError("PayPal's order has no id or no link to pay");
  return {
    payUrl,
    gatewayId: order.data.id,
    request: { request_id: requestId, pay_url: payUrl, amount: dollars(input.attempt.amountUsdCents ?? 0) },
  };
}
