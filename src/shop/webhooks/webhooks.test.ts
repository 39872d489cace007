import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
interface Hook {
  id: number;
  status: string;
  [field: string]: unknown;
}

/** A merchant's ERP: it records what it receives and responds as the test sets. */
const erp = { status: 200, received: [] as Received[] };
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    erp.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(erp.status, erp.status === 302 ? { location: "/elsewhere" } : {}).end("ok");
  });
});
let host: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const path = "/wp-json/wc/v3/webhooks";

for (const engine of engines)
  describe(`webhooks on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: { ...httpsEnv, ALLOWED_PRIVATE_HOSTS: host } });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await shop.db.script("delete from webhook; delete from outbox");
      erp.status = 200;
      erp.received = [];
    });
    const hook = async (topic: string, more: object = {}): Promise<Hook> => {
      const response = await merchant.post<Hook>(path, { topic, delivery_url: `http://${host}/hear`, ...more });
      expect(response.status).toBe(201);
      await shop.runJobs();
      erp.received = [];
      return response.body;
    };
    const reprice = (id: number, price: number) =>
      shop.db.transaction((tx) => tx.run(sql`update product set regular_price = ${price} where id = ${id}`));
    const read = async (id: number) => (await merchant.get<Hook>(`${path}/${id}`)).body;

    test("are registered, read, changed and deleted; the secret is never returned", async () => {
      const made = await merchant.post<Hook>(path, {
        name: "ERP",
        topic: "order.created",
        delivery_url: `http://${host}/hear`,
        secret: "sh",
        status: "paused",
      });
      expect(made).toMatchObject({
        status: 201,
        body: { name: "ERP", status: "active", resource: "order", event: "created", hooks: ["woocommerce_new_order"] },
      });
      expect(made.text).not.toContain("secret");
      expect(made.header("location")).toBe(`https://shop.example${path}/${made.body.id}`);
      const one = `${path}/${made.body.id}`;
      expect((await merchant.get<Hook[]>(path)).body).toMatchObject([{ id: made.body.id }]);
      expect(await merchant.put(one, { status: "paused" })).toMatchObject({ status: 200, body: { status: "paused" } });
      expect((await merchant.get<Hook[]>(`${path}?status=active`)).body).toEqual([]);
      expect(await merchant.delete(one)).toMatchObject({ status: 501 });
      expect(await merchant.delete(`${one}?force=true`)).toMatchObject({ status: 200, body: { id: made.body.id } });
      expect(await merchant.get(one)).toMatchObject({
        status: 404,
        body: { code: "woocommerce_rest_shop_webhook_invalid_id" },
      });
      expect(await merchant.put(one, {})).toMatchObject({ status: 400 });
      const batch = await merchant.post<{ create: Hook[] }>(`${path}/batch`, {
        create: [{ topic: "nonsense", delivery_url: `http://${host}/` }],
      });
      expect(batch.body.create[0]?.error).toMatchObject({ code: "woocommerce_rest_shop_webhook_invalid_topic" });
    });

    test("are rejected for an unknown topic or an unreachable URL", async () => {
      const url = `http://${host}/`;
      const cases: [object, string][] = [
        [{ topic: "coupon.created", delivery_url: url }, "woocommerce_rest_shop_webhook_invalid_topic"],
        [{ topic: "action.x", delivery_url: url }, "woocommerce_rest_shop_webhook_invalid_topic"],
        [{ topic: "order.created", delivery_url: "ftp://x" }, "woocommerce_rest_shop_webhook_invalid_delivery_url"],
        [
          { topic: "order.created", delivery_url: "http://10.0.0.1/" },
          "woocommerce_rest_shop_webhook_invalid_delivery_url",
        ],
        [{ topic: "order.created" }, "rest_missing_callback_param"],
      ];
      for (const [body, code] of cases) {
        const response = await merchant.post<{ code: string }>(path, body);
        expect(response.status).toBe(400);
        expect([code, "rest_invalid_param"]).toContain(response.body.code);
      }
    });

    test("require a merchant's key", async () => {
      const { id } = await hook("order.created");
      const reader = await merchantOf(shop, "read");
      for (const at of [path, `${path}/${id}`, `${path}/${id}/deliveries`, `${path}/${id}/deliveries/1`]) {
        expect((await shop.client().get(at)).status).toBe(403);
        expect((await shop.client({ headers: { authorization: null } }).get(at)).status).toBe(401);
      }
      expect((await reader.post(path, {})).status).toBe(401);
      expect((await reader.get(path)).status).toBe(200);
    });

    test("ping their URL once, unsigned", async () => {
      const made = await merchant.post<Hook>(path, { topic: "order.created", delivery_url: `http://${host}/hear` });
      await shop.runJobs();
      expect(erp.received).toMatchObject([
        { body: `webhook_id=${made.body.id}`, headers: { "content-type": "application/x-www-form-urlencoded" } },
      ]);
      expect(erp.received[0]?.headers["x-wc-webhook-signature"]).toBeUndefined();
    });

    test("deliver a product, signed, exactly as a read returns it", async () => {
      const { id } = await hook("product.updated", { secret: "our secret" });
      await reprice(101, 123_000);
      await shop.runJobs();
      expect(erp.received).toHaveLength(1);
      const [{ headers, body } = { headers: {}, body: "" }] = erp.received;
      expect(JSON.parse(body)).toEqual((await merchant.get("/wp-json/wc/v3/products/101")).body);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "x-wc-webhook-source": "https://shop.example/",
        "x-wc-webhook-topic": "product.updated",
        "x-wc-webhook-resource": "product",
        "x-wc-webhook-event": "updated",
        "x-wc-webhook-id": String(id),
        "x-wc-webhook-signature": createHmac("sha256", "our secret").update(body).digest("base64"),
      });
      const log = await merchant.get<Hook[]>(`${path}/${id}/deliveries`);
      expect(log.header("x-wp-total")).toBe("1");
      expect(log.body).toMatchObject([{ response_code: "200", request_body: body, response_message: "" }]);
      expect(String(log.body[0]?.id)).toBe(headers["x-wc-webhook-delivery-id"]);
      expect((await merchant.get(`${path}/${id}/deliveries/${log.body[0]?.id}`)).status).toBe(200);
      expect((await merchant.get(`${path}/${id}/deliveries/999999`)).status).toBe(404);
    });

    test("deliver a change once per transaction, and nothing that was rolled back", async () => {
      await hook("product.updated");
      await shop.db.transaction(async (tx) => {
        await tx.run(sql`update product set regular_price = 1000 where id = 102`);
        await tx.run(sql`update product set regular_price = 2000 where id = 102`);
      });
      await shop.db
        .transaction(async (tx) => {
          await tx.run(sql`update product set regular_price = 3000 where id = 103`);
          throw new Error("undone");
        })
        .catch(() => undefined);
      // a change of total sales is no product update
      await shop.db.transaction((tx) => tx.run(sql`update product set total_sales = total_sales + 1 where id = 104`));
      await shop.runJobs();
      expect(erp.received.map(({ body }) => JSON.parse(body).id)).toEqual([102]);
    });

    test("deliver a move to the trash as deleted, with the id only", async () => {
      await hook("product.deleted");
      await shop.db.transaction((tx) => tx.run(sql`update product set status = 'trash' where id = 105`));
      await shop.runJobs();
      expect(erp.received.map(({ body }) => body)).toEqual(['{"id":105}']);
    });

    test("that fail back off, are retried in order, and are disabled after five consecutive failures", async () => {
      const { id } = await hook("product.updated");
      erp.status = 500;
      await reprice(106, 500_000);
      await shop.runJobs();
      await reprice(107, 500_000);
      await shop.runJobs();
      expect(erp.received).toHaveLength(1); // the second waits with the first
      erp.status = 200;
      shop.clock.advance(minuteMs);
      await shop.runJobs();
      expect(erp.received.map(({ body }) => JSON.parse(body).id)).toEqual([106, 106, 107]);

      erp.status = 503;
      await reprice(108, 500_000);
      for (const minutes of [0, 1, 5, 15, 60]) {
        shop.clock.advance(minutes * minuteMs);
        await shop.runJobs();
      }
      expect(await read(id)).toMatchObject({ status: "disabled" });
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: expect.stringContaining("disabled") }]);
      const log = await merchant.get<Hook[]>(`${path}/${id}/deliveries`);
      expect(log.body.filter((delivery) => delivery.response_code === "503")).toHaveLength(5);
      erp.received = [];
      shop.clock.advance(600 * minuteMs);
      await reprice(108, 600_000);
      await shop.runJobs();
      expect(erp.received).toEqual([]);
      await merchant.put(`${path}/${id}`, { status: "active" });
      erp.status = 302; // a redirect counts as success, and is not followed
      await reprice(108, 700_000);
      await shop.runJobs();
      expect(erp.received).toHaveLength(1);
      expect(await read(id)).toMatchObject({ status: "active" });
    });
  });
