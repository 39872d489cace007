import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { usdCents } from "#contract/money.ts";
import { created, isToken, link, order, paypalAttempt, paypalThat, errorResponse } from "#fixtures/testing/a-paypal.ts";
import { startStubServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { GatewayDeclinedError } from "../gateway.ts";
import { paypalGateway } from "./index.ts";

describe("PayPal's token", () => {
  test("is requested once, cached, and renewed before it expires", async () => {
    const { retrieve, tokenCalls, advance } = await paypalThat(() => ({ json: order("CREATED") }));
    await Promise.all([retrieve(), retrieve(), retrieve()]);
    advance(8.95 * 3_600_000);
    await retrieve();
    expect(tokenCalls()).toHaveLength(2);
    expect(tokenCalls()[0]).toMatchObject({
      method: "POST",
      text: "grant_type=client_credentials",
      headers: {
        authorization: `Basic ${Buffer.from("id:secret").toString("base64")}`,
        "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
      },
    });
  });

  test("is renewed once after a 401, and the call is retried", async () => {
    const { retrieve, tokenCalls, lines } = await paypalThat(({ headers }) =>
      headers.authorization === "Bearer t2" ? { json: order("CREATED") } : { status: 401 },
    );
    expect(await retrieve()).toMatchObject({ outcome: "pending" });
    expect(tokenCalls()).toHaveLength(2);
    expect(lines.join()).not.toMatch(/t1|t2|secret/);
  });

  test("rejected twice counts as unavailable", async () => {
    const { retrieve, calls } = await paypalThat(() => ({ status: 401 }));
    await expect(retrieve()).rejects.toThrow(UpstreamUnavailableError);
    expect(calls()).toHaveLength(2);
  });

  test("request that fails counts as unavailable and is repeated by the next call", async () => {
    let credentials = false;
    const { url } = await startStubServer((call) => {
      if (!isToken(call)) return { json: order("CREATED") };
      return credentials
        ? { json: { access_token: "t", expires_in: 100 } }
        : { status: 401, json: { error: "invalid_client", error_description: "Client Authentication failed" } };
    });
    const gateway = paypalGateway(
      { clientId: "id", clientSecret: "secret", apiUrl: url, webhookId: null },
      { clock: { now: () => new Date() }, log: pino({ level: "silent" }), publicUrl: "https://shop.example.vn" },
    );
    await expect(gateway.retrievePayment(paypalAttempt(), { capture: false })).rejects.toThrow(
      UpstreamUnavailableError,
    );
    credentials = true;
    expect(await gateway.retrievePayment(paypalAttempt(), { capture: false })).toMatchObject({ outcome: "pending" });
  });
});

describe("PayPal's order", () => {
  test("is created for the stored cents, without a breakdown, with user action PAY_NOW", async () => {
    const { begin, calls } = await paypalThat(() => ({ status: 201, json: created }));
    expect(await begin()).toMatchObject({ payUrl: link, gatewayId: "5O1", request: { pay_url: link } });
    const [call] = calls();
    expect(call).toMatchObject({
      method: "POST",
      path: "/v2/checkout/orders",
      headers: { authorization: "Bearer t1" },
    });
    expect(call?.headers["paypal-request-id"]).toMatch(/^lianne-1001-1-[0-9a-z]+$/);
    expect(call?.json).toEqual({
      intent: "CAPTURE",
      purchase_units: [
        {
          reference_id: "default",
          custom_id: "1001-1",
          invoice_id: expect.stringMatching(/^LIANNE-1001-1-[0-9a-z]+$/),
          description: "Thanh toán đơn hàng Lianne 1001",
          amount: { currency_code: "USD", value: "64.50" },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: "Lianne",
            locale: "vi-VN",
            shipping_preference: "NO_SHIPPING",
            user_action: "PAY_NOW",
            return_url: "https://shop.example.vn/wp-json/lianne-paypal/v1/return",
            cancel_url: "https://shop.example.vn/wp-json/lianne-paypal/v1/cancel",
          },
        },
      },
    });
  });

  test.each([
    [5, "0.05"],
    [100, "1.00"],
    [4962, "49.62"],
    [123_456_789, "1234567.89"],
  ])("writes %i cents as %s", async (cents, value) => {
    const { begin, calls } = await paypalThat(() => ({ status: 201, json: created }));
    await begin({ amountUsdCents: usdCents(cents) });
    expect(calls()[0]?.json).toMatchObject({ purchase_units: [{ amount: { value } }] });
  });

  test("is in English for an English page; the older link name works too", async () => {
    const older = { ...created, status: "CREATED", links: [{ rel: "approve", href: link }] };
    const { begin, calls } = await paypalThat(() => ({ json: older }));
    expect(await begin({}, "en")).toMatchObject({ payUrl: link });
    expect(calls()[0]?.text).toContain('"locale":"en-US"');
  });

  test("is created once when the response is lost and the call retried", async () => {
    const { begin, calls } = await paypalThat((_call, nth) =>
      nth === 1 ? "silence" : { status: nth === 2 ? 500 : 200, json: created },
    );
    await expect(begin()).rejects.toThrow(UpstreamUnavailableError);
    expect(await begin()).toMatchObject({ gatewayId: "5O1" });
    const sent = calls().map(({ headers, text }) => `${headers["paypal-request-id"]} ${text}`);
    expect(new Set(sent).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  test("throws GatewayDeclinedError with PayPal's issue when PayPal rejects it", async () => {
    const { begin, lines } = await paypalThat(() => errorResponse("PAYEE_ACCOUNT_RESTRICTED"));
    const error = await begin().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayDeclinedError);
    expect(error).toMatchObject({ code: "PAYEE_ACCOUNT_RESTRICTED" });
    expect(lines.join()).toContain('"debugId":"d1"');
  });

  test("without an approval link counts as unavailable", async () => {
    const { begin } = await paypalThat(() => ({ status: 201, json: { ...created, links: [] } }));
    await expect(begin()).rejects.toThrow(UpstreamUnavailableError);
  });
});
