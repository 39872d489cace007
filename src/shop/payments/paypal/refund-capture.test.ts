import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { toUsdCents } from "#contract/money.ts";
import { anAttempt } from "#fixtures/testing/an-attempt.ts";
import { type Answered, answeringServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { RefundInput } from "../gateway.ts";
import { paypalGateway } from "./index.ts";
import { partInCents } from "./refund-capture.ts";

interface Made {
  id: string;
  status: string;
  invoice_id?: unknown;
  amount?: unknown;
}

/** A PayPal that has captured 64.50 dollars, remembers the refunds it has made, and answers the refund call as the test says. */
async function paypalThat(answer: (made: Made, nth: number) => Answered, already: Made[] = []) {
  const refunds = [...already];
  let posts = 0;
  const { url, asked } = await answeringServer(({ method, path, json }) => {
    if (path === "/v1/oauth2/token") return { json: { access_token: "t", expires_in: 32_400 } };
    if (method === "POST") {
      const made = { id: `R${refunds.length + 1}`, status: "COMPLETED", ...json };
      refunds.push(made);
      return answer(made, ++posts);
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
  return { gateway, posts: () => asked.filter(({ path }) => path === "/v2/payments/captures/3C1/refund") };
}

const aRefund = (change: Partial<RefundInput["refund"]> = {}): RefundInput => ({
  attempt: anAttempt({
    method: "paypal",
    status: "succeeded",
    amountUsdCents: 6450,
    usdRate: 20_000,
    gatewayId: "5O1",
    gatewayTransaction: "3C1",
  }),
  refund: {
    id: 3,
    amount: 1_290_000,
    full: true,
    reason: "",
    by: "shop",
    createdAt: new Date("2026-11-21T03:00:00Z"),
    askedAt: null,
    others: [],
    ...change,
  },
});
const part = (amount: number, id = 3): RefundInput => aRefund({ id, amount, full: false });
const made = (value: string, invoice = "other"): Made => ({
  id: `R${value}`,
  status: "COMPLETED",
  invoice_id: invoice,
  amount: { currency_code: "USD", value },
});

describe("a refund at PayPal", () => {
  test("of everything names no amount", async () => {
    const { gateway, posts } = await paypalThat((json) => ({ status: 201, json }));
    expect(await gateway.refund(aRefund())).toMatchObject({ state: "done", gatewayId: "R1", code: "COMPLETED" });
    expect(posts()[0]?.json).not.toHaveProperty("amount");
    expect(posts()[0]?.headers["paypal-request-id"]).toMatch(/^lianne-ref-1001-1-[0-9a-z]+-R3$/);
  });

  test("of a part is in dollars at the rate of the payment", async () => {
    const { gateway, posts } = await paypalThat((json) => ({ status: 201, json }));
    await gateway.refund(part(200_000));
    expect(posts()[0]?.json).toMatchObject({ amount: { currency_code: "USD", value: "10.00" } });
  });

  test("of the last part gives what the others left, to the cent, and never more than there is", async () => {
    const last = await paypalThat((json) => ({ status: 201, json }), [made("21.49")]);
    await last.gateway.refund(part(860_000));
    expect(last.posts()[0]?.json).toMatchObject({ amount: { value: "43.01" } });
    const little = await paypalThat((json) => ({ status: 201, json }), [made("60.00")]);
    await little.gateway.refund(part(860_000));
    expect(little.posts()[0]?.json).toMatchObject({ amount: { value: "4.50" } });
    const nothing = await paypalThat((json) => ({ status: 201, json }), [made("64.50")]);
    expect(await nothing.gateway.refund(part(1_000))).toMatchObject({ state: "failed", code: "NOTHING_LEFT" });
    expect(nothing.posts()).toEqual([]);
  });

  test("of three thirds adds up whatever the rate", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30_000, max: 500_000_000 }),
        fc.integer({ min: 15_000, max: 40_000 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 }),
        (total, rate, weights) => {
          const whole = toUsdCents(total, rate);
          const sum = weights.reduce((a, b) => a + b, 0);
          let [left, rest] = [whole, total];
          weights.forEach((weight, earlier) => {
            const amount = earlier === weights.length - 1 ? rest : Math.floor((total * weight) / sum);
            left -= partInCents(amount, rate, { left, earlier });
            rest -= amount;
            expect(left).toBeGreaterThanOrEqual(0);
          });
          expect(left).toBe(0);
        },
      ),
    );
  });

  test("that was made, with its answer lost, is found and not made again", async () => {
    const { gateway, posts } = await paypalThat(() => "silence");
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
  ])("that is %s is %s, at once and when asked about", async (status, state) => {
    const { gateway } = await paypalThat((refund) => ({ status: 201, json: Object.assign(refund, { status }) }));
    const verdict = await gateway.refund(aRefund());
    expect(verdict).toMatchObject({ state, gatewayId: "R1" });
    expect(await gateway.retrieveRefund({ ...aRefund(), gatewayId: "R1" })).toMatchObject({ state, code: status });
  });

  test.each(["CAPTURE_FULLY_REFUNDED", "REFUND_FAILED_INSUFFICIENT_FUNDS", "REFUND_TIME_LIMIT_EXCEEDED"])(
    "refused with %s has failed",
    async (issue) => {
      const { gateway } = await paypalThat(() => ({ status: 422, json: { details: [{ issue }] } }));
      expect(await gateway.refund(aRefund())).toMatchObject({ state: "failed", code: issue, gatewayId: null });
    },
  );

  test("that is under way already, or nobody answers, is not known", async () => {
    const busy = await paypalThat(() => ({
      status: 409,
      json: { details: [{ issue: "PREVIOUS_REQUEST_IN_PROGRESS" }] },
    }));
    await expect(busy.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
    const broken = await paypalThat(() => ({ status: 500 }));
    await expect(broken.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
  });

  test("of a payment without a capture, or of a refund that is not there, has failed", async () => {
    const { gateway } = await paypalThat(() => ({}));
    const input = aRefund();
    const never = { ...input, attempt: { ...input.attempt, gatewayTransaction: null } };
    expect(await gateway.refund(never)).toMatchObject({ state: "failed", code: "NO_CAPTURE" });
    expect(await gateway.retrieveRefund({ ...input, gatewayId: "R9" })).toMatchObject({ state: "failed" });
  });

  test("without an id yet is asked for again: the same request", async () => {
    const { gateway, posts } = await paypalThat((json) => ({ status: 201, json }));
    expect(await gateway.retrieveRefund({ ...aRefund(), gatewayId: null })).toMatchObject({
      state: "done",
      gatewayId: "R1",
    });
    expect(posts()).toHaveLength(1);
  });
});
