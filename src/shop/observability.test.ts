import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { serveMetrics } from "#shop/kernel/http/serve-metrics.ts";

const webhookSecret = "the webhook's own secret";
const webhook = { topic: "order.created", delivery_url: "http://127.0.0.1:9/heard?token=of-the-merchant" };
const secrets = { SMTP_URL: "smtp://postman:mailpassword@127.0.0.1:9", MAIL_FROM: "Lianne <shop@lianne.example>" };
/** the only email address that may appear is the placeholder of redacted ones */
const person = aPerson({ password: "Correct-Horse-77", phone: "0987654321", first_name: "Quỳnh", last_name: "Đặng" });

describe.each(engines)("logs, metrics and errors, on $name", (engine) => {
  const lines: string[] = [];
  let shop: PayingShop;
  let buyer: Visitor;
  let requestId: string;
  let orderId: number;

  beforeAll(async () => {
    const env = { ...httpsEnv, ...secrets, ALLOWED_PRIVATE_HOSTS: "127.0.0.1" };
    shop = await openPayingShop(engine, { env, onLogLine: (line) => lines.push(line) });
    const merchant = await merchantOf(shop);
    await merchant.post("/wp-json/wc/v3/webhooks", { ...webhook, secret: webhookSecret });
    buyer = shop.client({ headers: { "x-forwarded-proto": "https" } });
    await buyer.post("/wp-json/custom-auth/v1/login", { username: person.email, password: "a wrong guess" });
    await buyer.register(person);
    await buyer.post("/wp-json/custom-auth/v1/register", person);
    await buyer.post("/wp-json/custom/v1/request-password-reset", { email: person.email });
    await buyer.get("/wp-json/custom-search/v1/products?keyword=solitaire");
    await buyer.get("/wp-json/product-category/v1/list/?slug=rings");
    await buyer.get("/wp-json/product-category/v1/list/?slug=rings");
    const { billing } = aCodOrder();
    const placed = await submit(
      buyer,
      aCodOrder({ billing: { ...billing, email: person.email, phone: person.phone } }),
    );
    orderId = placed.body.id;
    requestId = placed.header("x-request-id") ?? "";
    await payAndReturn(buyer, (await beginPayment(buyer)).body.payment_url);
    await payAndReturn(buyer, (await beginPayment(buyer, { payment_method: "paypal" })).body.payment_url);
    await shop.gateways.idle();
    await shop.runJobs();
  });
  afterAll(() => void shop.takeLoggedErrors());

  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  test("stores with every job the id of the request that enqueued it, and logs it on each line", async () => {
    shop.takeLoggedErrors(); // neither a mail server nor the webhook's host is reachable
    const jobs = await shop.db.all<{ kind: string }>(
      sql`select distinct kind from outbox where request_id = ${requestId} order by kind`,
    );
    // the email is enqueued by the shop, the webhook by a database trigger
    expect(jobs.map(({ kind }) => kind)).toEqual(["mail", "webhook"]);
    const called = logged().filter(({ msg, reqId }) => msg === "called another service" && reqId === requestId);
    expect(called).toEqual([expect.objectContaining({ service: "webhook", host: "127.0.0.1:9", status: null })]);
    expect(
      logged()
        .filter(({ reqId }) => reqId === undefined)
        .map(({ msg }) => msg),
    ).toEqual([]);
  });

  test("logs each call to a gateway with its target, status and request id", () => {
    const gatewayCalls = logged().filter(({ service }) => service === "paypal");
    expect(gatewayCalls.map(({ path }) => path)).toContain("/v2/checkout/orders");
    for (const one of gatewayCalls) expect(one).toMatchObject({ reqId: expect.any(String), ms: expect.any(Number) });
  });

  test("logs no secrets and no personal data, at any level", async () => {
    const { config } = shop.shop;
    const session = buyer.cookies.get("lianne_session");
    const logText = lines.join("\n");
    expect(lines.length).toBeGreaterThan(20);
    const never = {
      password: person.password,
      email: person.email,
      name: person.last_name,
      phone: person.phone.slice(1),
      session,
      appSecret: config.appSecret,
      vnpay: config.vnpay?.hashSecret,
      paypal: config.paypal?.clientSecret,
      mail: "mailpassword",
      webhook: webhookSecret,
      delivery: "of-the-merchant",
      key: "Basic ",
      secretKey: "cs_",
      keyword: "solitaire",
      // more than its first four digits: a time or an id may contain those
      card: "97041985",
      street: "Nguyễn Huệ",
    };
    for (const [what, text] of Object.entries(never)) {
      expect(text, what).toBeTruthy();
      expect(logText.includes(String(text)), what).toBe(false);
    }
  });

  test("serves metrics on a separate port, without personal data", async () => {
    const metrics = await serveMetrics({ host: "127.0.0.1", port: 0 }, shop.shop);
    const at = `http://127.0.0.1:${metrics.port}`;
    const text = await (await fetch(`${at}/metrics`)).text();
    for (const line of [
      /^lianne_http_request_duration_seconds_count\{method="POST",route="\/wp-json\/wc\/v3\/orders",status="2xx"\} [1-9]/m,
      /^lianne_response_cache_requests_total\{result="hit"\} [1-9]/m,
      /^lianne_response_cache_requests_total\{result="miss"\} [1-9]/m,
      /^lianne_orders_total\{method="cod"\} [1-9]/m,
      /^lianne_payments_total\{method="vnpay_visa",outcome="paid"\} [1-9]/m,
      /^lianne_http_client_request_duration_seconds_count\{service="webhook",outcome="no_response"\} [1-9]/m,
      /^lianne_jobs_waiting\{kind="mail"\} [1-9]/m,
      /^lianne_http_requests_in_flight\{priority="paying"\} 0$/m,
      /^lianne_database_up 1$/m,
      /^lianne_database_connections\{state="open"\} [1-9]/m,
      /^lianne_scheduled_job_delay_seconds\{job="apply-scheduled-sales"\} /m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(text).toMatch(line);
    for (const personal of [person.email, person.phone, `/${orderId}`, requestId, "rings"])
      expect(text.includes(personal), personal).toBe(false);
    expect((await fetch(`${at}/`)).status).toBe(404);
    expect((await buyer.get("/metrics")).status).toBe(404);
    await metrics.stop();
  });
});
