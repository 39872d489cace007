import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import { capture, created, isCapture, isToken, order, paypalAttempt, paypalThat } from "#fixtures/testing/a-paypal.ts";
import { keyVariants } from "#fixtures/testing/key-variants.ts";
import { startStubServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { RefundInput } from "../gateway.ts";
import { paypalGateway } from "./index.ts";
import { parseEvent } from "./webhook-event.ts";

const underReview = capture("PENDING", { status_details: { reason: "ECHECK" } });
const paid = order("COMPLETED", [capture("COMPLETED")]);
const refunded = {
  ...paid,
  purchase_units: [
    {
      custom_id: "1001-1",
      payments: {
        captures: [capture("PARTIALLY_REFUNDED")],
        refunds: [
          { id: "8R0", status: "COMPLETED", amount: { currency_code: "USD", value: "5.00" }, invoice_id: "OTHER" },
        ],
      },
    },
  ],
};
const refund = { id: "8R1", status: "COMPLETED", invoice_id: "x", amount: { currency_code: "USD", value: "10.00" } };
const refundInput: RefundInput = {
  attempt: paypalAttempt({ gatewayTransaction: "3C1" }),
  refund: {
    id: 9,
    amount: dong(200_000),
    isFull: false,
    reason: "",
    requestedBy: "shop",
    createdAt: new Date("2026-11-21T02:40:00Z"),
    requestedAt: null,
    otherRefundIds: [],
  },
};
const captureKeys = /^purchase_units(\.0(\.payments(\.captures(\.0(\.id|\.status|\.amount(\..*)?)?)?)?)?)?$/;

/**
 * Calls with every variant of a response. Without a required key the call may fail, so that it is retried; without any
 * other key the result is the same.
 */
async function resultsOf(
  sample: unknown,
  { needed, call }: { needed: RegExp; call: (document: unknown) => Promise<unknown> },
): Promise<string[]> {
  const expected = JSON.stringify(await call(sample));
  const wrong: string[] = [];
  for (const { name, key, document } of keyVariants(sample)) {
    const result = await call(document).catch((error: unknown) => error);
    const isSame = JSON.stringify(result) === expected;
    if (!isSame && !(needed.test(key) && result instanceof UpstreamUnavailableError))
      wrong.push(`${name}: ${result instanceof Error ? result : JSON.stringify(result)}`);
  }
  return wrong;
}

describe("a key of PayPal's response that is missing, null or of another type", () => {
  test("of a token", async () => {
    const token = { access_token: "t1", token_type: "Bearer", expires_in: 32_400, scope: "x" };
    const call = async (document: unknown) => {
      const { url } = await startStubServer((request) => ({ json: isToken(request) ? document : paid }));
      const settings = { clientId: "id", clientSecret: "secret", apiUrl: url, webhookId: null };
      const clock = { now: () => new Date("2026-11-21T02:30:00Z") };
      const gateway = paypalGateway(settings, {
        clock,
        log: pino({ level: "silent" }),
        publicUrl: "https://a.example",
      });
      return (await gateway.retrievePayment(paypalAttempt(), { capture: false })).outcome;
    };
    expect(await resultsOf(token, { needed: /^access_token$/, call })).toEqual([]);
  });

  test("of a new order", async () => {
    const call = async (json: unknown) => {
      const { begin } = await paypalThat(() => ({ status: 201, json }));
      const { payUrl, gatewayId } = await begin();
      return { payUrl, gatewayId };
    };
    const needed = /^(id|links(\.0.*)?)$/;
    expect(await resultsOf({ ...created, purchase_units: [{ custom_id: "1001-1" }] }, { needed, call })).toEqual([]);
  });

  test.each([
    ["a paid order", paid],
    ["an order on hold", order("COMPLETED", [underReview])],
  ])("of %s", async (_what, sample) => {
    const call = async (json: unknown) => {
      const { retrieve } = await paypalThat(() => ({ json }));
      const { outcome, money, transaction } = await retrieve();
      return { outcome, money, transaction };
    };
    const needed = new RegExp(`^id$|${captureKeys.source}`);
    expect(await resultsOf(sample, { needed, call })).toEqual([]);
  });

  test.each([
    ["a capture", 201, paid],
    [
      "the error of a second capture",
      422,
      { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "ORDER_ALREADY_CAPTURED" }] },
    ],
  ])("of %s", async (_what, status, sample) => {
    const call = async (json: unknown) => {
      let isCaptured = false;
      const { retrieve } = await paypalThat((request) => {
        if (!isCapture(request)) return { json: isCaptured ? paid : order("APPROVED") };
        isCaptured = true;
        return { status, json };
      });
      const { outcome, money, transaction } = await retrieve(true);
      return { outcome, money, transaction };
    };
    expect(await resultsOf(sample, { needed: /^id$|^purchase_units/, call })).toEqual([]);
  });

  test("of a refund", async () => {
    const call = async (json: unknown) => {
      const { gateway } = await paypalThat(({ method }) => ({ json: method === "GET" ? refunded : json }));
      const { state, gatewayId } = await gateway.refund(refundInput);
      return { state, gatewayId };
    };
    expect(await resultsOf(refund, { needed: /^(id|status)$/, call })).toEqual([]);
  });

  test("of the order that is refunded", async () => {
    const call = async (json: unknown) => {
      const { gateway, calls } = await paypalThat(({ method }) => ({ json: method === "GET" ? json : refund }));
      const { state } = await gateway.refund(refundInput);
      return { state, amount: calls().at(-1)?.json.amount };
    };
    const needed = /^id$|^purchase_units/;
    expect(await resultsOf(refunded, { needed, call })).toEqual([]);
  });

  test.each(["constructor", "__proto__", "TELEPORTED"])(
    "a refund with the status %s is queried again",
    async (status) => {
      const { gateway } = await paypalThat(({ method }) => ({
        json: method === "GET" ? refunded : { ...refund, status },
      }));
      await expect(gateway.refund(refundInput)).rejects.toThrow(UpstreamUnavailableError);
    },
  );

  test.each(["constructor", "__proto__", "TELEPORTED"])(
    "a capture with the status %s is queried again",
    async (status) => {
      const { retrieve } = await paypalThat(() => ({ json: order("COMPLETED", [capture(status)]) }));
      await expect(retrieve()).rejects.toThrow(UpstreamUnavailableError);
    },
  );

  test("of a refund's status", async () => {
    const call = async (json: unknown) => {
      const { gateway } = await paypalThat(() => ({ json }));
      return (await gateway.retrieveRefund({ ...refundInput, gatewayId: "8R1" })).state;
    };
    expect(await resultsOf(refund, { needed: /^(id|status)$/, call })).toEqual([]);
  });
});

test("a key of PayPal's webhook that is missing, null or of another type leaves a webhook that names the payment", () => {
  const event = {
    id: "WH-1",
    event_type: "PAYMENT.CAPTURE.COMPLETED",
    create_time: "2026-11-21T02:35:00Z",
    resource: {
      id: "3C1",
      custom_id: "1001-1",
      amount: { currency_code: "USD", value: "64.50" },
      supplementary_data: { related_ids: { order_id: "5O1" } },
      links: [
        { rel: "up", href: "https://api-m.paypal.com/v2/checkout/orders/5O1" },
        { rel: "self", href: "x" },
      ],
    },
  };
  const wrong: string[] = [];
  for (const { name, key, document } of keyVariants(event)) {
    const webhook = parseEvent(Buffer.from(JSON.stringify(document)));
    // what is malformed is logged and retried by PayPal
    const isNamed = webhook.ok && (webhook.reference ?? webhook.gatewayId ?? webhook.gatewayTransaction) !== null;
    if (!isNamed && !(["event_type", "resource"].includes(key) && (!webhook.ok || webhook.subject === "other")))
      wrong.push(name);
  }
  expect(wrong).toEqual([]);
});
