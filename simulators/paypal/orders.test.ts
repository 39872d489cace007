import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  account,
  aRequestId,
  captureOf,
  idOf,
  linkOf,
  logIn,
  type Merchant,
  merchantOf,
  orderBody,
  type PaypalResponse,
  payerLinkOf,
} from "#fixtures/testing/paypal-merchant.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import { type PaypalSimulator, startPaypal } from "./index.ts";

let paypal: PaypalSimulator;
let merchant: Merchant;
const clock = new TestClock();
const silent = async () => ({ status: 200, body: "" });
let invoices = 0;
const unit = (own: Record<string, unknown> = {}) => ({ invoice_id: `SHOP-${++invoices}`, ...own });

beforeAll(async () => {
  const webhookUrl = "https://shop.example/webhook";
  paypal = await startPaypal({ ...account, webhookUrl, deliver: silent, clock });
  merchant = await merchantOf(paypal.apiUrl);
});
afterAll(() => paypal.close());

const issueOf = ({ status, body }: PaypalResponse) => `${status} ${body.details?.[0]?.issue}`;

const capturePath = (id: string) => `/v2/checkout/orders/${id}/capture`;
const capture = (id: string, requestId = aRequestId()) =>
  merchant.call("POST", capturePath(id), {}, { "paypal-request-id": requestId });

/** An order on whose page something has been done. */
async function ordered(what = "pay", own: Record<string, unknown> = {}) {
  const created = await merchant.create(unit(own));
  const back = await payOnPage(payerLinkOf(created), what);
  return { id: idOf(created), back: new URL(back) };
}
const captured = async (): Promise<string> => captureOf(await capture((await ordered()).id)).id;

describe("tokens", () => {
  test("are issued for valid credentials", async () => {
    const { status, body } = await logIn(paypal.apiUrl);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 32_400 });
    const stranger = await logIn(paypal.apiUrl, { ...account, clientSecret: "guessed" });
    expect(stranger).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(await logIn(paypal.apiUrl, account, "password")).toMatchObject({ status: 400 });
  });

  test("expire", async () => {
    const old = await merchantOf(paypal.apiUrl);
    clock.advance(9 * 3_600_000);
    const response = await old.call("GET", "/v2/checkout/orders/X");
    expect(response).toMatchObject({ status: 401, body: { name: "AUTHENTICATION_FAILURE" } });
    merchant = await merchantOf(paypal.apiUrl);
    paypal.control({ revoke_tokens: true });
    expect((await merchant.create()).status).toBe(401);
    merchant = await merchantOf(paypal.apiUrl);
  });
});

describe("creating an order", () => {
  test("returns the approval URL", async () => {
    const { status, body } = await merchant.create(unit());
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "PAYER_ACTION_REQUIRED", payment_source: { paypal: {} } });
    expect(Object.keys(body)).not.toContain("purchase_units");
    const whole = await merchant.call("POST", "/v2/checkout/orders", orderBody(unit()), {
      "paypal-request-id": aRequestId(),
      prefer: "return=representation",
    });
    expect(whole.body.purchase_units?.[0]).toMatchObject({ reference_id: "default", custom_id: "1001-1" });
  });

  test("the deprecated application_context returns the link `approve`", async () => {
    const { payment_source: source, ...rest } = orderBody(unit());
    const context = { application_context: source.paypal.experience_context };
    const created = await merchant.call("POST", "/v2/checkout/orders", { ...rest, ...context });
    expect(created.body.status).toBe("CREATED");
    expect(new URL(linkOf(created, "approve")).origin).toBe(paypal.apiUrl);
  });

  test("the same request id returns the same order", async () => {
    const [own, id] = [unit(), aRequestId()];
    const [one, again] = [await merchant.create(own, id), await merchant.create(own, id)];
    expect([one.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(one.body.id);
    expect(issueOf(await merchant.create(unit(), id))).toBe("422 PAYPAL_REQUEST_ID_PREVIOUSLY_USED");
  });

  const usd = (value: string, more = {}) => ({ amount: { currency_code: "USD", value, ...more } });
  const dollars = (value: string) => ({ currency_code: "USD", value });
  test.each<[unit: Record<string, unknown>, issue: string]>([
    [{ amount: { currency_code: "VND", value: "1290000" } }, "422 INVALID_CURRENCY_CODE"],
    [{ amount: { currency_code: "JPY", value: "10.5" } }, "422 DECIMAL_PRECISION"],
    [usd("64.505"), "422 DECIMAL_PRECISION"],
    [usd("0.00"), "422 CANNOT_BE_ZERO_OR_NEGATIVE"],
    [usd("-1"), "400 INVALID_PARAMETER_SYNTAX"],
    [{ amount: { currency_code: "USD", value: 64.5 } }, "400 MISSING_REQUIRED_PARAMETER"],
    [{ description: "x".repeat(128) }, "400 INVALID_STRING_LENGTH"],
    [usd("64.50", { breakdown: { item_total: dollars("60.00"), shipping: dollars("4.49") } }), "422 AMOUNT_MISMATCH"],
    [
      {
        ...usd("64.50", { breakdown: { item_total: dollars("64.50") } }),
        items: [{ name: "a ring", quantity: "2", unit_amount: dollars("32.24") }],
      },
      "422 ITEM_TOTAL_MISMATCH",
    ],
  ])("%j is refused", async (own, issue) => {
    expect(issueOf(await merchant.create(unit(own)))).toBe(issue);
  });

  test("is rejected without a request id, a body, an intent", async () => {
    expect(issueOf(await merchant.call("POST", "/v2/checkout/orders", orderBody(unit())))).toBe(
      "400 PAYPAL_REQUEST_ID_REQUIRED",
    );
    expect(issueOf(await merchant.call("POST", "/v2/checkout/orders", "{"))).toBe("400 MALFORMED_REQUEST_JSON");
    expect(issueOf(await merchant.call("POST", "/v2/checkout/orders", {}))).toBe("400 MISSING_REQUIRED_PARAMETER");
    const plain = { "content-type": "text/plain" };
    expect((await merchant.call("POST", "/v2/checkout/orders", "{}", plain)).status).toBe(415);
  });
});

describe("on the payment page", () => {
  test("the shopper sees the sum, in their language, and that it is a simulator", async () => {
    const text = await (await fetch(payerLinkOf(await merchant.create(unit())))).text();
    expect(text).toContain("$64.50 USD");
    expect(text).toContain("Trang mô phỏng PayPal");
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  test("approving returns with the order and the payer, cancelling with the order alone", async () => {
    const paid = await ordered("pay");
    expect(paid.back.pathname).toBe("/return");
    expect(paid.back.searchParams.get("token")).toBe(paid.id);
    expect(paid.back.searchParams.get("PayerID")).toMatch(/^[A-Z0-9]{13}$/);
    const left = await ordered("cancel");
    expect(left.back.href).toBe(`https://shop.example/cancel?token=${left.id}`);
  });

  test("a missing order", async () => {
    expect((await fetch(`${paypal.apiUrl}/checkoutnow?token=X`)).status).toBe(404);
  });
});

describe("capturing", () => {
  test("captures once", async () => {
    const { id } = await ordered();
    const request = aRequestId();
    const [one, again] = [await capture(id, request), await capture(id, request)];
    expect([one.status, again.status]).toEqual([201, 200]);
    expect(one.body).toMatchObject({ id, status: "COMPLETED" });
    expect(one.body.purchase_units?.[0]?.payments?.captures).toMatchObject([
      { status: "COMPLETED", amount: { currency_code: "USD", value: "64.50" }, custom_id: "1001-1" },
    ]);
    expect(again.body).toEqual(one.body);
    expect(issueOf(await capture(id))).toBe("422 ORDER_ALREADY_CAPTURED");
    expect((await merchant.call("GET", `/v2/checkout/orders/${id}`)).body.status).toBe("COMPLETED");
  });

  test("requires the shopper's approval", async () => {
    const unpaid = await merchant.create(unit());
    expect(issueOf(await capture(idOf(unpaid)))).toBe("422 ORDER_NOT_APPROVED");
    expect(issueOf(await capture("NOBODYS"))).toBe("404 INVALID_RESOURCE_ID");
  });

  test("is declined until the shopper chooses other means", async () => {
    const { id } = await ordered("fail");
    const declined = await capture(id);
    expect(issueOf(declined)).toBe("422 INSTRUMENT_DECLINED");
    await payOnPage(linkOf(declined, "redirect"), "pay");
    expect((await capture(id)).status).toBe(201);
  });

  test("may be pending until PayPal has reviewed it", async () => {
    const { id } = await ordered("review", { custom_id: "looked-at" });
    const response = await capture(id);
    expect(response.body.status).toBe("COMPLETED");
    const waiting = captureOf(response);
    expect(waiting).toMatchObject({ status: "PENDING", status_details: { reason: "PENDING_REVIEW" } });
    expect(issueOf(await merchant.call("POST", `/v2/payments/captures/${waiting.id}/refund`, {}))).toBe(
      "422 PENDING_CAPTURE",
    );
    paypal.control({ payment: "looked-at", decide: "COMPLETED" });
    expect((await merchant.call("GET", `/v2/payments/captures/${waiting.id}`)).body.status).toBe("COMPLETED");
  });

  test("an invoice is paid once", async () => {
    const [one, other] = [await ordered("pay", { invoice_id: "TWICE" }), await ordered("pay", { invoice_id: "TWICE" })];
    await capture(one.id);
    expect(issueOf(await capture(other.id))).toBe("422 DUPLICATE_INVOICE_ID");
  });

  test("an order that is not captured expires", async () => {
    const { id } = await ordered();
    clock.advance(6 * 3_600_000);
    expect(issueOf(await capture(id))).toBe("404 INVALID_RESOURCE_ID");
  });
});

describe("refunding", () => {
  const refund = (id: string, body: unknown = {}, requestId = aRequestId()) =>
    merchant.call("POST", `/v2/payments/captures/${id}/refund`, body, { "paypal-request-id": requestId });
  const dollars = (value: string, currency_code = "USD") => ({ amount: { currency_code, value } });

  test("in full, once", async () => {
    const [id, request] = [await captured(), aRequestId()];
    const [one, again] = [await refund(id, {}, request), await refund(id, {}, request)];
    expect([one.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(one.body.id);
    expect(one.body).toMatchObject({ status: "COMPLETED", amount: { value: "64.50" } });
    expect(issueOf(await refund(id))).toBe("422 CAPTURE_FULLY_REFUNDED");
    expect((await merchant.call("GET", `/v2/payments/captures/${id}`)).body.status).toBe("REFUNDED");
    expect(paypal.ledger().find(({ capture }) => capture === "REFUNDED")).toMatchObject({ paid: 6450, refunded: 6450 });
  });

  test("in part, up to the captured amount", async () => {
    const id = await captured();
    expect((await refund(id, dollars("14.50"))).status).toBe(201);
    expect((await merchant.call("GET", `/v2/payments/captures/${id}`)).body.status).toBe("PARTIALLY_REFUNDED");
    expect(issueOf(await refund(id, dollars("50.01")))).toBe("422 REFUND_AMOUNT_EXCEEDED");
    expect(issueOf(await refund(id, dollars("10.00", "EUR")))).toBe("422 CURRENCY_MISMATCH");
    expect(issueOf(await refund(id, dollars("10.001")))).toBe("422 DECIMALS_NOT_SUPPORTED");
    expect(issueOf(await refund("NOBODYS"))).toBe("404 INVALID_RESOURCE_ID");
  });

  test("is pending, and then completed or failed, as configured", async () => {
    for (const ends of ["COMPLETED", "FAILED"] as const) {
      paypal.control({ refund_takes_ms: 60_000, refunds_end: ends });
      const { body } = await refund(await captured());
      if (ends === "COMPLETED") expect(body.status).toBe("PENDING");
      clock.advance(61_000);
      expect((await merchant.call("GET", `/v2/payments/refunds/${body.id}`)).body.status).toBe(ends);
    }
    paypal.control({ refund_takes_ms: 0, refunds_end: "COMPLETED" });
  });
});
