import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { dong, subtract, toUsdCents, usdCents } from "#contract/money.ts";
import { anAttempt } from "#fixtures/testing/an-attempt.ts";
import { type StubResponse, startStubServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { RefundInput } from "../gateway.ts";
import { paypalGateway } from "./index.ts";
import { partInCents } from "./refund-capture.ts";

interface RefundRecord {
  id: string;
  status: string;
  invoice_id?: unknown;
  amount?: unknown;
}

/**
 * Starts a PayPal stub with a capture of 64.50 dollars; it stores refunds and responds to the refund request as given.
 */
async function paypalWith(respond: (made: RefundRecord, nth: number) => StubResponse, already: RefundRecord[] = []) {
  const refunds = [...already];
  let posts = 0;
  const { url, requests } = await startStubServer(({ method, path, json }) => {
    if (path === "/v1/oauth2/token") return { json: { access_token: "t", expires_in: 32_400 } };
    if (method === "POST") {
      const made = { id: `R${refunds.length + 1}`, status: "COMPLETED", ...json };
      refunds.push(made);
      return respond(made, ++posts);
    }
    const refund = refunds.find(({ id }) => path === `/v2/payments/refunds/${id}`);
    if (refund) return { json: refund };
    if (!path.startsWith("/v2/checkout/orders/"))
      return { status: 404, json: { details: [{ issue: "INVALID_RESOURCE_ID" }] } };
    const captures = [{ id: "3C1", status: "PARTIALLY_REFUNDED", amount: { currency_code: "USD", value: "64.50" } }];
    return { json: { id: "5O1", status: "COMPLETED", purchase_units: [{ payments: { captures, refunds } }] } };
  });
  const gateway = paypalGateway(
    { clientId: "id", clientSecret: "secret", apiUrl: url, webhookId: null },
    { clock: { now: () => new Date() }, log: pino({ level: "silent" }), publicUrl: "https://shop.example.vn" },
  );
  return { gateway, posts: () => requests.filter(({ path }) => path === "/v2/payments/captures/3C1/refund") };
}

const aRefund = (change: Partial<RefundInput["refund"]> = {}): RefundInput => ({
  attempt: anAttempt({
    method: "paypal",
    status: "succeeded",
    amountUsdCents: usdCents(6450),
    usdRate: 20_000,
    gatewayId: "5O1",
    gatewayTransaction: "3C1",
  }),
  refund: {
    id: 3,
    amount: dong(1_290_000),
    isFull: true,
    reason: "",
    requestedBy: "shop",
    createdAt: new Date("2026-11-21T03:00:00Z"),
    requestedAt: null,
    otherRefundIds: [],
    ...change,
  },
});
const part = (amount: number, id = 3): RefundInput => aRefund({ id, amount: dong(amount), isFull: false });
const made = (value: string, invoice = "other"): RefundRecord => ({
  id: `R${value}`,
  status: "COMPLETED",
  invoice_id: invoice,
  amount: { currency_code: "USD", value },
});

describe("a refund at PayPal", () => {
  test("in full sends no amount", async () => {
    const { gateway, posts } = await paypalWith((json) => ({ status: 201, json }));
    expect(await gateway.refund(aRefund())).toMatchObject({ state: "done", gatewayId: "R1", code: "COMPLETED" });
    expect(posts()[0]?.json).not.toHaveProperty("amount");
    expect(posts()[0]?.headers["paypal-request-id"]).toMatch(/^lianne-ref-1001-1-[0-9a-z]+-R3$/);
  });

  test("in part is in dollars at the payment's rate", async () => {
    const { gateway, posts } = await paypalWith((json) => ({ status: 201, json }));
    await gateway.refund(part(200_000));
    expect(posts()[0]?.json).toMatchObject({ amount: { currency_code: "USD", value: "10.00" } });
  });

  test("of the last part is the exact rest in cents, and never more", async () => {
    const last = await paypalWith((json) => ({ status: 201, json }), [made("21.49")]);
    await last.gateway.refund(part(860_000));
    expect(last.posts()[0]?.json).toMatchObject({ amount: { value: "43.01" } });
    const little = await paypalWith((json) => ({ status: 201, json }), [made("60.00")]);
    await little.gateway.refund(part(860_000));
    expect(little.posts()[0]?.json).toMatchObject({ amount: { value: "4.50" } });
    const nothing = await paypalWith((json) => ({ status: 201, json }), [made("64.50")]);
    expect(await nothing.gateway.refund(part(1_000))).toMatchObject({ state: "failed", code: "NOTHING_LEFT" });
    expect(nothing.posts()).toEqual([]);
  });

  test("in three thirds adds up at any rate", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30_000, max: 500_000_000 }),
        fc.integer({ min: 15_000, max: 40_000 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 }),
        (total, rate, weights) => {
          const sum = weights.reduce((a, b) => a + b, 0);
          let [left, rest] = [toUsdCents(dong(total), rate), dong(total)];
          weights.forEach((weight, earlier) => {
            const amount = earlier === weights.length - 1 ? rest : dong(Math.floor((total * weight) / sum));
            left = subtract(left, partInCents(amount, rate, { remainingCents: left, earlierCount: earlier }));
            rest = subtract(rest, amount);
            expect(left).toBeGreaterThanOrEqual(0);
          });
          expect(left).toBe(0);
        },
      ),
    );
  });

  test("whose response was lost is found and not repeated", async () => {
    const { gateway, posts } = await paypalWith(() => "silence");
    await expect(gateway.refund(part(200_000))).rejects.toThrow(UpstreamUnavailableError);
    const tried = posts().length;
    expect(await gateway.refund(part(200_000))).toMatchObject({ state: "done", gatewayId: "R1" });
    expect(posts()).toHaveLength(tried);
    expect(new Set(posts().map(({ headers }) => headers["paypal-request-id"])).size).toBe(1);
  });

  test.each([
    ["PENDING", "requested"],
    ["COMPLETED", "done"],
    ["FAILED", "failed"],
    ["CANCELLED", "failed"],
  ])("with status %s is %s, in the response and when retrieved", async (status, state) => {
    const { gateway } = await paypalWith((refund) => ({ status: 201, json: Object.assign(refund, { status }) }));
    const result = await gateway.refund(aRefund());
    expect(result).toMatchObject({ state, gatewayId: "R1" });
    expect(await gateway.retrieveRefund({ ...aRefund(), gatewayId: "R1" })).toMatchObject({ state, code: status });
  });

  test.each(["CAPTURE_FULLY_REFUNDED", "REFUND_FAILED_INSUFFICIENT_FUNDS", "REFUND_TIME_LIMIT_EXCEEDED"])(
    "rejected with %s has failed",
    async (issue) => {
      const { gateway } = await paypalWith(() => ({ status: 422, json: { details: [{ issue }] } }));
      expect(await gateway.refund(aRefund())).toMatchObject({ state: "failed", code: issue, gatewayId: null });
    },
  );

  test("in progress elsewhere, or without a response, throws", async () => {
    const busy = await paypalWith(() => ({
      status: 409,
      json: { details: [{ issue: "PREVIOUS_REQUEST_IN_PROGRESS" }] },
    }));
    await expect(busy.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
    const broken = await paypalWith(() => ({ status: 500 }));
    await expect(broken.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
  });

  test("of a payment without a capture, or an unknown refund, has failed", async () => {
    const { gateway } = await paypalWith(() => ({}));
    const input = aRefund();
    const never = { ...input, attempt: { ...input.attempt, gatewayTransaction: null } };
    expect(await gateway.refund(never)).toMatchObject({ state: "failed", code: "NO_CAPTURE" });
    expect(await gateway.retrieveRefund({ ...input, gatewayId: "R9" })).toMatchObject({ state: "failed" });
  });

  test("without PayPal's id is sent again with the same request id", async () => {
    const { gateway, posts } = await paypalWith((json) => ({ status: 201, json }));
    expect(await gateway.retrieveRefund({ ...aRefund(), gatewayId: null })).toMatchObject({
      state: "done",
      gatewayId: "R1",
    });
    expect(posts()).toHaveLength(1);
  });
});
