import { X509Certificate } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  account,
  aRequestId,
  captureOf,
  idOf,
  isSigned,
  type Merchant,
  merchantOf,
  payerLinkOf,
} from "#fixtures/testing/paypal-merchant.ts";
import type { NotificationRequest } from "#simulators/shared/webhook-sender.ts";
import { type PaypalSimulator, startPaypal } from "./index.ts";

let paypal: PaypalSimulator;
let merchant: Merchant;
let received: NotificationRequest[];
let responses: number[];
let orders = 0;

beforeEach(async () => {
  received = [];
  responses = [];
  const deliver = async (request: NotificationRequest) => {
    received.push(request);
    return { status: responses.shift() ?? 200, body: "" };
  };
  paypal = await startPaypal({ ...account, webhookUrl: "https://shop.example/webhook", webhookRetryMs: 5, deliver });
  merchant = await merchantOf(paypal.apiUrl);
});
afterEach(() => paypal.close());

const events = () => received.map(({ body = "" }) => JSON.parse(body));
const types = () => events().map(({ event_type: type }) => type);

/** Creates an order, does something on its page, and captures it. */
async function pay(what = "pay", reference = `${++orders}-1`) {
  const created = await merchant.create({ custom_id: reference, invoice_id: `SHOP-${reference}` });
  await payOnPage(payerLinkOf(created), what);
  const path = `/v2/checkout/orders/${created.body.id}/capture`;
  const taken = await merchant.call("POST", path, {}, { "paypal-request-id": aRequestId() });
  return { orderId: idOf(created), captureId: captureOf(taken).id };
}

test("the certificate is valid and self-signed", async () => {
  await pay();
  const pem = await (await fetch(received[0]?.headers["paypal-cert-url"] ?? "")).text();
  const certificate = new X509Certificate(pem);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toBe("CN=messageverificationcerts.simulator.paypal.com");
  expect(certificate.subjectAltName).toBe("DNS:messageverificationcerts.simulator.paypal.com");
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now());
  expect((await fetch(`${paypal.apiUrl}/v1/notifications/certs/another`)).status).toBe(404);
});

describe("a notification", () => {
  test("is sent for each step, signed", async () => {
    const { orderId, captureId } = await pay();
    await merchant.call("POST", `/v2/payments/captures/${captureId}/refund`, {});
    await paypal.idle();
    expect(types()).toEqual(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.REFUNDED"]);
    for (const notification of received) expect(await isSigned(notification)).toBe(true);
    const [approved, captured, refunded] = events();
    expect(approved).toMatchObject({ resource_type: "checkout-order", resource: { id: orderId, status: "APPROVED" } });
    expect(captured).toMatchObject({
      resource_type: "capture",
      resource: { id: captureId, status: "COMPLETED", supplementary_data: { related_ids: { order_id: orderId } } },
    });
    const up = refunded.resource.links.find(({ rel }: { rel: string }) => rel === "up");
    expect(up.href).toMatch(new RegExp(`/v2/payments/captures/${captureId}$`));
    expect(new Set(events().map(({ id }) => id)).size).toBe(3);
  });

  test("of a review is pending, then the decision", async () => {
    await pay("review", "held");
    paypal.control({ payment: "held", decide: "DECLINED" });
    await paypal.idle();
    expect(types().slice(1)).toEqual(["PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED"]);
    expect(paypal.ledger()[0]).toMatchObject({ paid: 0, capture: "DECLINED" });
  });

  test("is retried with the same id until it is acknowledged", async () => {
    responses = [500, 404, 204];
    const created = await merchant.create({ custom_id: "again" });
    await payOnPage(payerLinkOf(created), "pay");
    await paypal.idle();
    expect(received.length).toBe(3);
    expect(new Set(events().map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["paypal-transmission-id"])).size).toBe(3);
  });

  test("is given up after 25 times", async () => {
    responses = Array(100).fill(500);
    await payOnPage(payerLinkOf(await merchant.create()), "pay");
    await paypal.idle();
    expect(received.length).toBe(25);
  });
});

describe("faults", () => {
  test("missing, duplicate, and out of order", async () => {
    paypal.control({ notifications: { kind: "missing" } });
    await pay();
    await paypal.idle();
    expect(received).toEqual([]);
    paypal.control({ notifications: { kind: "double" } });
    await pay();
    await paypal.idle();
    expect(events().map(({ id }) => id)[0]).toBe(events()[1].id);
    received.length = 0;
    paypal.control({});
    paypal.control({ payment: "last-1", notifications: { kind: "out_of_order", late_ms: 5_000 } });
    const created = await merchant.create({ custom_id: "last-1", invoice_id: "LAST" });
    await payOnPage(payerLinkOf(created), "pay");
    await pay();
    await paypal.idle();
    expect(events().at(-1).resource.id === created.body.id || events()[1].resource.id === created.body.id).toBe(true);
    expect(events()[0].resource.id).not.toBe(created.body.id);
  });

  test("forged, or signed with another certificate", async () => {
    paypal.control({ notifications: { kind: "forged", times: 1 } });
    responses = [400];
    await payOnPage(payerLinkOf(await merchant.create()), "pay");
    await paypal.idle();
    expect(await Promise.all(received.map(isSigned))).toEqual([false, true]);
    paypal.control({ notifications: { kind: "foreign_certificate" } });
    await payOnPage(payerLinkOf(await merchant.create()), "pay");
    await paypal.idle();
    expect(received.at(-1)?.headers["paypal-cert-url"]).not.toContain(paypal.apiUrl);
  });

  test("a wrong amount or another order, with a valid signature", async () => {
    paypal.control({ notifications: { kind: "wrong_amount" } });
    await pay();
    await paypal.idle();
    expect(events()[1].resource.amount).toEqual({ currency_code: "USD", value: "1.00" });
    paypal.control({ notifications: { kind: "wrong_reference" } });
    const { orderId } = await pay("pay", "mine-1");
    await paypal.idle();
    expect(received.at(-1)?.body).not.toContain(orderId);
    expect(events().at(-1).resource.custom_id).not.toBe("mine-1");
    for (const notification of received) expect(await isSigned(notification)).toBe(true);
  });

  test("a fault applies to one endpoint of one payment", async () => {
    paypal.control({ payment: "unlucky", responses: { create: { status: 500 }, capture: { dead: true, done: true } } });
    expect((await merchant.create({ custom_id: "unlucky" })).status).toBe(500);
    expect((await merchant.create({ custom_id: "lucky" })).status).toBe(201);
    paypal.control({ payment: "unlucky", responses: { capture: { dead: true, done: true } } });
    await expect(pay("pay", "unlucky")).rejects.toThrow("fetch failed");
    expect(paypal.ledger().find(({ reference }) => reference === "unlucky")).toMatchObject({ paid: 6450 });
  });
});

describe("verifying by API", () => {
  const verify = async ({ headers, body = "" }: NotificationRequest, own: Record<string, string> = {}) => {
    const verification = {
      auth_algo: headers["paypal-auth-algo"],
      cert_url: headers["paypal-cert-url"],
      transmission_id: headers["paypal-transmission-id"],
      transmission_sig: headers["paypal-transmission-sig"],
      transmission_time: headers["paypal-transmission-time"],
      webhook_id: account.webhookId,
      ...own,
    };
    const text = `${JSON.stringify(verification).slice(0, -1)},"webhook_event":${body}}`;
    return (await merchant.call("POST", "/v1/notifications/verify-webhook-signature", text)).body.verification_status;
  };

  test("accepts exactly what PayPal sent, and rejects anything else", async () => {
    await pay();
    const notification = received[0] as NotificationRequest;
    expect(await verify(notification)).toBe("SUCCESS");
    expect(await verify(notification, { webhook_id: "WH-2" })).toBe("FAILURE");
    expect(await verify({ ...notification, body: notification.body?.replace("APPROVED", "VOIDED") ?? "" })).toBe(
      "FAILURE",
    );
    const rewritten = JSON.stringify(JSON.parse(notification.body ?? ""), null, 2);
    expect(await verify({ ...notification, body: rewritten })).toBe("FAILURE");
  });
});
