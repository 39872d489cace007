import { describe, expect, test } from "vitest";
import { capture, isCapture, link, order, paypalThat, refusal } from "#fixtures/testing/a-paypal.ts";
import type { Answered } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";

describe("a question about PayPal's order", () => {
  test.each([
    [order("CREATED"), "pending", "CREATED"],
    [order("PAYER_ACTION_REQUIRED"), "pending", "PAYER_ACTION_REQUIRED"],
    [order("APPROVED"), "pending", "APPROVED"],
    [order("VOIDED"), "cancelled", "VOIDED"],
    [order("COMPLETED", [capture("COMPLETED")]), "paid", "COMPLETED"],
    [order("COMPLETED", [capture("REFUNDED")]), "paid", "REFUNDED"],
    [order("COMPLETED", [capture("PARTIALLY_REFUNDED")]), "paid", "PARTIALLY_REFUNDED"],
    [order("COMPLETED", [capture("PENDING", { status_details: { reason: "ECHECK" } })]), "held", "ECHECK"],
    [order("COMPLETED", [capture("PENDING")]), "held", "PENDING"],
    [order("COMPLETED", [capture("DECLINED")]), "failed", "DECLINED"],
    [order("APPROVED", [capture("FAILED")]), "failed", "FAILED"],
    [order("COMPLETED", [capture("DECLINED"), capture("COMPLETED")]), "paid", "COMPLETED"],
  ])("answered with %j", async (json, outcome, code) => {
    const { ask, calls } = await paypalThat(() => ({ json }));
    expect(await ask()).toMatchObject({ outcome, code });
    expect(calls().map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v2/checkout/orders/5O1"]);
  });

  test("tells what was paid, and leaves out who paid", async () => {
    const { ask } = await paypalThat(() => ({ json: order("COMPLETED", [capture("COMPLETED")]) }));
    const verdict = await ask(true);
    expect(verdict).toMatchObject({
      money: { currency: "USD", amount: 6450 },
      transaction: "3C1",
      at: new Date("2026-11-21T02:35:00Z"),
    });
    expect(JSON.stringify(verdict)).not.toContain("shopper@example.com");
  });

  test("that it never opened, or has forgotten, is not known", async () => {
    const { ask, calls } = await paypalThat(() => refusal("INVALID_RESOURCE_ID", 404));
    expect(await ask(true, { gatewayId: null })).toMatchObject({ outcome: "unknown" });
    expect(calls()).toEqual([]);
    expect(await ask(true)).toMatchObject({ outcome: "unknown" });
  });

  const unbelievable: [string, Answered][] = [
    ["silence", "silence"],
    ["a failure of its own", { status: 503 }],
    ["too many calls", { status: 429 }],
    ["no rights", { status: 403, json: { name: "NOT_AUTHORIZED", details: [{ issue: "PERMISSION_DENIED" }] } }],
    ["a page", { text: "<html></html>" }],
    ["another order", { json: { ...order("CREATED"), id: "9X9" } }],
    ["another attempt", { json: { ...order("CREATED"), purchase_units: [{ custom_id: "1002-1" }] } }],
    ["an order that is complete without money", { json: order("COMPLETED") }],
    [
      "euros",
      { json: order("COMPLETED", [capture("COMPLETED", { amount: { currency_code: "EUR", value: "64.50" } })]) },
    ],
  ];
  test.each(unbelievable)("answered with %s was not answered", async (_what, answer) => {
    const { ask } = await paypalThat(() => answer);
    await expect(ask(true)).rejects.toThrow(UpstreamUnavailableError);
  });
});

describe("a capture", () => {
  const taking = (taken: (nth: number) => Answered, after: object = order("APPROVED")) => {
    let captures = 0;
    return paypalThat((call) => {
      if (isCapture(call)) return taken(++captures);
      return { json: captures === 0 ? order("APPROVED") : after };
    });
  };

  test("takes what was approved, only when asked to", async () => {
    const { ask, calls } = await taking(() => ({ status: 201, json: order("COMPLETED", [capture("COMPLETED")]) }));
    expect(await ask(false)).toMatchObject({ outcome: "pending" });
    expect(calls().filter(isCapture)).toEqual([]);
    expect(await ask(true)).toMatchObject({ outcome: "paid", money: { amount: 6450 }, transaction: "3C1" });
    const [call] = calls().filter(isCapture);
    expect(call).toMatchObject({ method: "POST", path: "/v2/checkout/orders/5O1/capture", text: "{}" });
    expect(call?.headers["content-type"]).toBe("application/json");
    expect(call?.headers["paypal-request-id"]).toMatch(/^lianne-cap-1001-1-[0-9a-z]+$/);
  });

  test("says another amount as it is", async () => {
    const less = capture("COMPLETED", { amount: { currency_code: "USD", value: "0.1" } });
    const { ask } = await taking(() => ({ status: 201, json: order("COMPLETED", [less]) }));
    expect(await ask(true)).toMatchObject({ outcome: "paid", money: { currency: "USD", amount: 10 } });
  });

  test("that tells little is followed by a look at the order", async () => {
    const minimal = { id: "5O1", status: "COMPLETED", links: [] };
    const { ask } = await taking(() => ({ status: 201, json: minimal }), order("COMPLETED", [capture("PENDING")]));
    expect(await ask(true)).toMatchObject({ outcome: "held" });
  });

  test("that nobody answers counts where the order shows it, and is repeated with the same id where it does not", async () => {
    const lost = await taking(() => "silence", order("COMPLETED", [capture("COMPLETED")]));
    expect(await lost.ask(true)).toMatchObject({ outcome: "paid" });
    expect(lost.calls().filter(isCapture)).toHaveLength(1);
    const unsure = await taking((nth) =>
      nth === 1 ? "silence" : { json: order("COMPLETED", [capture("COMPLETED")]) },
    );
    await expect(unsure.ask(true)).rejects.toThrow(UpstreamUnavailableError);
    expect(await unsure.ask(true)).toMatchObject({ outcome: "paid" });
    const ids = unsure
      .calls()
      .filter(isCapture)
      .map(({ headers }) => headers["paypal-request-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test.each([
    ["ORDER_NOT_APPROVED", "pending"],
    ["ORDER_COMPLETION_IN_PROGRESS", "pending"],
    ["INSTRUMENT_DECLINED", "failed"],
    ["PAYER_ACTION_REQUIRED", "failed"],
    ["TRANSACTION_REFUSED", "failed"],
    ["COMPLIANCE_VIOLATION", "failed"],
    ["PAYER_CANNOT_PAY", "failed"],
    ["MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED", "failed"],
  ])("refused with %s is %s", async (issue, outcome) => {
    const { ask } = await taking(() => refusal(issue));
    expect(await ask(true)).toMatchObject({ outcome, code: issue, money: null });
  });

  test("of a declined card keeps the way back to another one", async () => {
    const { ask } = await taking(() => refusal("INSTRUMENT_DECLINED"));
    expect((await ask(true)).answer).toMatchObject({ redirect_url: link });
  });

  test("that somebody else has made is read from the order", async () => {
    const { ask } = await taking(() => refusal("ORDER_ALREADY_CAPTURED"), order("COMPLETED", [capture("COMPLETED")]));
    expect(await ask(true)).toMatchObject({ outcome: "paid", transaction: "3C1" });
  });

  test("of an order that is gone", async () => {
    const { ask } = await taking(() => refusal("INVALID_RESOURCE_ID", 404));
    expect(await ask(true)).toMatchObject({ outcome: "unknown" });
  });

  test("that is under way already is not known", async () => {
    const { ask } = await taking(() => refusal("PREVIOUS_REQUEST_IN_PROGRESS", 409));
    await expect(ask(true)).rejects.toThrow(UpstreamUnavailableError);
  });
});
