import { sign, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startStubServer } from "#fixtures/testing/stub-server.ts";
import * as pem from "#fixtures/testing/paypal-certificates.ts";
import { isTrusted, sourceOf } from "./certificates.ts";
import { parsePaypalWebhook } from "./index.ts";

const now = new Date("2027-03-05T03:00:00Z");
const clock = { now: () => now };

const event = (type: string, resource: object, id = "WH-1"): string =>
  JSON.stringify({
    id,
    event_type: type,
    event_version: "1.0",
    create_time: now.toISOString(),
    summary: "…",
    resource,
  });
const approved = event("CHECKOUT.ORDER.APPROVED", {
  id: "5O1",
  payer: { email_address: "shopper@example.com" },
  purchase_units: [{ custom_id: "1001-1" }],
});

interface Change {
  body?: string;
  signedBody?: string;
  signedFor?: string;
  headers?: Record<string, string | string[] | undefined>;
  time?: string;
  webhookId?: string | null;
  certificate?: { status?: number; text?: string } | "silence";
}

/** Parses a webhook signed as PayPal documents, with the test's changes. */
async function received({
  body = approved,
  signedBody = body,
  signedFor = "WEBHOOK-1",
  headers = {},
  time = "2027-03-05T02:59:58Z",
  webhookId = "WEBHOOK-1",
  certificate = { text: pem.paypalCertificate },
}: Change = {}) {
  const { url, requests } = await startStubServer(() => certificate);
  const settings = { clientId: "id", clientSecret: "secret", apiUrl: url, webhookId };
  const text = `T-1|${time}|${signedFor}|${crc32(signedBody)}`;
  const posted = {
    rawBody: Buffer.from(body),
    headers: {
      "paypal-transmission-id": "T-1",
      "paypal-transmission-time": time,
      "paypal-transmission-sig": sign("sha256", Buffer.from(text), pem.paypalKey).toString("base64"),
      "paypal-cert-url": `${url}/v1/notifications/certs/CERT-1`,
      "paypal-auth-algo": "SHA256withRSA",
      ...headers,
    },
  };
  const read = () => parsePaypalWebhook(settings, posted, { clock });
  return { webhook: await read(), read, requests };
}

describe("a webhook of PayPal", () => {
  test("is accepted with a valid signature and only identifies the payment", async () => {
    const { webhook } = await received();
    expect(webhook).toMatchObject({
      ok: true,
      eventId: "WH-1",
      subject: "payment",
      reference: "1001-1",
      gatewayId: "5O1",
      gatewayTransaction: null,
      status: null,
      code: "CHECKOUT.ORDER.APPROVED",
    });
    expect(JSON.stringify(webhook)).not.toContain("shopper@example.com");
  });

  test("is verified over the exact bytes, whitespace and diacritics included", async () => {
    const body = `\n${approved.replace("…", "Đơn hàng  đã duyệt")} `;
    expect((await received({ body })).webhook.ok).toBe(true);
    expect((await received({ body, signedBody: JSON.stringify(JSON.parse(body)) })).webhook.ok).toBe(false);
  });

  test("fetches its certificate once", async () => {
    const { read, requests } = await received();
    expect((await Promise.all([read(), read()])).every(({ ok }) => ok)).toBe(true);
    expect(requests).toHaveLength(1);
  });

  const forged: [string, Change][] = [
    ["another body", { signedBody: approved.replace("1001-1", "1002-1") }],
    ["another webhook", { signedFor: "WEBHOOK-2" }],
    ["no webhook of ours", { webhookId: null }],
    ["another time", { headers: { "paypal-transmission-time": "2027-03-05T02:59:59Z" } }],
    ["an old time", { time: "2027-02-28T02:59:58Z" }],
    ["a time to come", { time: "2027-03-05T04:00:00Z" }],
    ["no time", { time: "yesterday" }],
    ["a signature of nobody", { headers: { "paypal-transmission-sig": "A".repeat(344) } }],
    ["another certificate", { certificate: { text: pem.untrustedCertificate } }],
    ["no certificate", { certificate: { text: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" } }],
    ["a certificate that is not there", { certificate: { status: 404, text: "no" } }],
    ["a certificate from elsewhere", { headers: { "paypal-cert-url": "https://paypal.example.com/certs/CERT-1" } }],
  ];
  test.each(forged)("is rejected with %s", async (_what, change) => {
    expect((await received(change)).webhook).toMatchObject({ ok: false, reason: "signature" });
  });

  const malformed: [string, Change][] = [
    ["no signature", { headers: { "paypal-transmission-sig": undefined } }],
    ["two signatures", { headers: { "paypal-transmission-sig": ["a", "b"] } }],
    ["another algorithm", { headers: { "paypal-auth-algo": "SHA1withRSA" } }],
    ["a body that is no JSON", { body: "id=1" }],
    ["a body without an event", { body: "{}" }],
    ["an event without a resource", { body: '{"id":"1","event_type":"X"}' }],
    ["a list", { body: "[]" }],
  ];
  test.each(malformed)("is rejected with %s", async (_what, change) => {
    expect((await received(change)).webhook).toMatchObject({ ok: false, reason: "malformed" });
  });

  test.each(["silence", { status: 503, text: "busy" }] as const)(
    "whose certificate cannot be fetched (%j) is reported as unavailable",
    async (certificate) => {
      expect((await received({ certificate })).webhook).toMatchObject({ ok: false, reason: "unavailable" });
    },
  );

  const capture = {
    id: "3C1",
    custom_id: "1001-1",
    supplementary_data: { related_ids: { order_id: "5O1" } },
    links: [{ rel: "up", href: "https://api-m.paypal.com/v2/checkout/orders/5O1" }],
  };
  const refund = {
    id: "8R1",
    links: [{ rel: "up", href: "https://api-m.paypal.com/v2/payments/captures/3C1" }],
  };
  const events: [string, object, object][] = [
    [
      "CHECKOUT.ORDER.COMPLETED",
      { id: "5O1" },
      { subject: "payment", reference: null, gatewayId: "5O1", gatewayTransaction: null },
    ],
    [
      "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
      { order_id: "5O1" },
      { subject: "payment", gatewayId: "5O1", gatewayTransaction: null },
    ],
    ...["COMPLETED", "PENDING", "DENIED"].map((what): [string, object, object] => [
      `PAYMENT.CAPTURE.${what}`,
      capture,
      { subject: "payment", reference: "1001-1", gatewayId: "5O1", gatewayTransaction: "3C1" },
    ]),
    ["PAYMENT.CAPTURE.REFUNDED", refund, { subject: "refund", gatewayTransaction: "3C1", gatewayId: null }],
    ["PAYMENT.REFUND.FAILED", refund, { subject: "refund", gatewayTransaction: "3C1" }],
    ["PAYMENT.CAPTURE.REVERSED", refund, { subject: "other", gatewayTransaction: "3C1" }],
    ["CUSTOMER.DISPUTE.CREATED", { dispute_id: "D1" }, { subject: "other", gatewayTransaction: null }],
    ["CHECKOUT.ORDER.APPROVED", { id: 5, links: "none" }, { subject: "payment", gatewayId: null, reference: null }],
  ];
  test.each(events)("about %s", async (type, resource, names) => {
    const { webhook } = await received({ body: event(type, resource) });
    expect(webhook).toMatchObject({ ok: true, status: null, code: type, ...names });
  });
});

describe("a certificate of PayPal", () => {
  test.each([
    ["https://api.paypal.com/v1/notifications/certs/CERT-1", "paypal"],
    ["https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1", "paypal"],
    ["http://api.paypal.com/v1/notifications/certs/CERT-1", null],
    ["https://paypal.com.evil.example/cert", null],
    ["https://evilpaypal.com/cert", null],
    ["https://api.paypal.com@evil.example/cert", null],
    ["https://me@api.paypal.com/cert", null],
    ["https://evil.example/?.paypal.com", null],
    ["http://127.0.0.1:4001/certs/1", "simulator"],
    ["http://127.0.0.1:4002/certs/1", null],
    ["https://127.0.0.1:4001/certs/1", null],
    ["file:///etc/passwd", null],
    ["", null],
  ])("may come from %s: %s", (certUrl, source) => {
    expect(sourceOf(certUrl, "http://127.0.0.1:4001/api")).toBe(source);
  });

  const [leaf, middle, root] = [pem.paypalCertificate, pem.middleCertificate, pem.rootCertificate].map(
    (text) => new X509Certificate(text),
  ) as [X509Certificate, X509Certificate, X509Certificate];
  const stranger = new X509Certificate(pem.untrustedCertificate);
  const byLeaf = new X509Certificate(pem.signedByPaypalCertificate);
  const roots = [root];

  test("chains up to a root certificate", () => {
    expect(isTrusted([leaf, middle], { roots, now })).toBe(true);
    expect(isTrusted([leaf, stranger, root, middle], { roots, now })).toBe(true);
    expect(isTrusted([leaf], { roots: [middle], now })).toBe(true);
  });

  test.each([
    ["nothing", []],
    ["no way to an authority", [leaf]],
    ["an authority of its own", [leaf, stranger]],
    ["somebody else's name", [stranger, middle]],
    ["an issuer that is no authority", [byLeaf, leaf, middle]],
  ])("is not trusted with %s", (_what, chain) => {
    expect(isTrusted(chain, { roots, now })).toBe(false);
  });

  test("is not trusted outside its validity, nor without a matching root", () => {
    expect(isTrusted([leaf, middle], { roots, now: new Date("2020-01-01") })).toBe(false);
    expect(isTrusted([leaf, middle], { roots, now: new Date("2199-01-01") })).toBe(false);
    expect(isTrusted([leaf, middle], { roots: [], now })).toBe(false);
  });
});
