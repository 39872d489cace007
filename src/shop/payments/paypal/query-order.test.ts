import { describe, expect, test } from "vitest";
import { capture, isCapture, link, order, paypalThat, errorResponse } from "#fixtures/testing/a-paypal.ts";
import type { StubResponse } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";

describe("retrieving PayPal's order", () => {
  test.each([
    [order("CREATED"), "pending", "CREATED"],
    [order("PAYER_ACTION_REQUIRED"), "pending", "PAYER_ACTION_REQUIRED"],
    [order("APPROVED"), "pending", "APPROVED"],
    [order("VOIDED"), "cancelled", "VOIDED"],
    [order("COMPLETED", [capture("COMPLETED")]), "paid", "COMPLETED"],
    [order("COMPLETED", [capture("REFUNDED")]), "paid", "REFUNDED"],
    [order("COMPLETED", [capture("PARTIALLY_REFUNDED")]), "paid", "PARTIALLY_REFUNDED"],
    [order("COMPLETED", [capture("PENDING", { status_details: { reason: "ECHECK" } })]), "under_review", "ECHECK"],
    [order("COMPLETED", [capture("PENDING")]), "under_review", "PENDING"],
    [order("COMPLETED", [capture("DECLINED")]), "failed", "DECLINED"],
    [order("APPROVED", [capture("FAILED")]), "failed", "FAILED"],
    [order("COMPLETED", [capture("DECLINED"), capture("COMPLETED")]), "paid", "COMPLETED"],
  ])("with the response %j", async (json, outcome, code) => {
    const { retrieve, calls } = await paypalThat(() => ({ json }));
    expect(await retrieve()).toMatchObject({ outcome, code });
    expect(calls().map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v2/checkout/orders/5O1"]);
  });

  test("returns the paid amount without the payer", async () => {
    const { retrieve } = await paypalThat(() => ({ json: order("COMPLETED", [capture("COMPLETED")]) }));
    const result = await retrieve(true);
    expect(result).toMatchObject({
      money: { currency: "USD", amount: 6450 },
      transaction: "3C1",
      at: new Date("2026-11-21T02:35:00Z"),
    });
    expect(JSON.stringify(result)).not.toContain("shopper@example.com");
  });

  test("returns unknown for an order that was never created or no longer exists", async () => {
    const { retrieve, calls } = await paypalThat(() => errorResponse("INVALID_RESOURCE_ID", 404));
    expect(await retrieve(true, { gatewayId: null })).toMatchObject({ outcome: "unknown" });
    expect(calls()).toEqual([]);
    expect(await retrieve(true)).toMatchObject({ outcome: "unknown" });
  });

  const unbelievable: [string, StubResponse][] = [
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
  test.each(unbelievable)("throws when the response is %s", async (_what, response) => {
    const { retrieve } = await paypalThat(() => response);
    await expect(retrieve(true)).rejects.toThrow(UpstreamUnavailableError);
  });
});

describe("a capture", () => {
  const taking = (taken: (nth: number) => StubResponse, after: object = order("APPROVED")) => {
    let captures = 0;
    return paypalThat((call) => {
      if (isCapture(call)) return taken(++captures);
      return { json: captures === 0 ? order("APPROVED") : after };
    });
  };

  test("captures an approved order only if requested", async () => {
    const { retrieve, calls } = await taking(() => ({ status: 201, json: order("COMPLETED", [capture("COMPLETED")]) }));
    expect(await retrieve(false)).toMatchObject({ outcome: "pending" });
    expect(calls().filter(isCapture)).toEqual([]);
    expect(await retrieve(true)).toMatchObject({ outcome: "paid", money: { amount: 6450 }, transaction: "3C1" });
    const [call] = calls().filter(isCapture);
    expect(call).toMatchObject({ method: "POST", path: "/v2/checkout/orders/5O1/capture", text: "{}" });
    expect(call?.headers["content-type"]).toBe("application/json");
    expect(call?.headers["paypal-request-id"]).toMatch(/^lianne-cap-1001-1-[0-9a-z]+$/);
  });

  test("returns a different captured amount unchanged", async () => {
    const less = capture("COMPLETED", { amount: { currency_code: "USD", value: "0.1" } });
    const { retrieve } = await taking(() => ({ status: 201, json: order("COMPLETED", [less]) }));
    expect(await retrieve(true)).toMatchObject({ outcome: "paid", money: { currency: "USD", amount: 10 } });
  });

  test("with a minimal response fetches the order", async () => {
    const minimal = { id: "5O1", status: "COMPLETED", links: [] };
    const { retrieve } = await taking(() => ({ status: 201, json: minimal }), order("COMPLETED", [capture("PENDING")]));
    expect(await retrieve(true)).toMatchObject({ outcome: "under_review" });
  });

  test("that times out counts if the order shows it, and is retried with the same request id if not", async () => {
    const lost = await taking(() => "silence", order("COMPLETED", [capture("COMPLETED")]));
    expect(await lost.retrieve(true)).toMatchObject({ outcome: "paid" });
    expect(lost.calls().filter(isCapture)).toHaveLength(1);
    const unsure = await taking((nth) =>
      nth === 1 ? "silence" : { json: order("COMPLETED", [capture("COMPLETED")]) },
    );
    await expect(unsure.retrieve(true)).rejects.toThrow(UpstreamUnavailableError);
    expect(await unsure.retrieve(true)).toMatchObject({ outcome: "paid" });
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
    const { retrieve } = await taking(() => errorResponse(issue));
    expect(await retrieve(true)).toMatchObject({ outcome, code: issue, money: null });
  });

  test("of a declined card returns the link to choose another card", async () => {
    const { retrieve } = await taking(() => errorResponse("INSTRUMENT_DECLINED"));
    expect((await retrieve(true)).response).toMatchObject({ redirect_url: link });
  });

  test("made by another request is read from the order", async () => {
    const { retrieve } = await taking(
      () => errorResponse("ORDER_ALREADY_CAPTURED"),
      order("COMPLETED", [capture("COMPLETED")]),
    );
    expect(await retrieve(true)).toMatchObject({ outcome: "paid", transaction: "3C1" });
  });

  test("returns unknown for an order that no longer exists", async () => {
    const { retrieve } = await taking(() => errorResponse("INVALID_RESOURCE_ID", 404));
    expect(await retrieve(true)).toMatchObject({ outcome: "unknown" });
  });

  test("in progress elsewhere throws", async () => {
    const { retrieve } = await taking(() => errorResponse("PREVIOUS_REQUEST_IN_PROGRESS", 409));
    await expect(retrieve(true)).rejects.toThrow(UpstreamUnavailableError);
  });
});
