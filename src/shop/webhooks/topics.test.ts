import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

type Row = { id: number };

/** What an ERP received: topic and body; the ping of a new webhook has no topic. */
let received: { topic: string; body: unknown }[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const topic = request.headers["x-wc-webhook-topic"];
    if (topic) received.push({ topic: String(topic), body: JSON.parse(Buffer.concat(parts).toString()) });
    response.end();
  });
});
let host: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe.each(engines)("webhook topics on $name", (engine) => {
  let shop: TestShop;
  let merchant: Visitor;
  beforeAll(async () => {
    shop = await openShop(engine, { env: { ...httpsEnv, ALLOWED_PRIVATE_HOSTS: host } });
    merchant = await merchantOf(shop);
    for (const resource of ["order", "product"])
      for (const event of ["created", "updated", "deleted"]) {
        const hook = { topic: `${resource}.${event}`, delivery_url: `http://${host}/` };
        expect((await merchant.post("/wp-json/wc/v3/webhooks", hook)).status).toBe(201);
      }
    await shop.runJobs();
  });
  beforeEach(() => {
    received = [];
  });
  /** Expects the events for one resource after an operation. */
  const receives = async (resource: string, id: number) => {
    await shop.runJobs();
    const its = received.filter(({ topic, body }) => topic.startsWith(resource) && (body as Row).id === id);
    received = [];
    return its;
  };

  test.each([
    ["product", "/wp-json/wc/v3/products", { name: "Nhẫn mới", regular_price: "100000" }, { regular_price: "90000" }],
    ["order", "/wp-json/wc/v3/orders", { line_items: [{ product_id: 143, quantity: 1 }] }, { status: "completed" }],
  ])(
    "each %s is delivered as a read returns it: created, changed, in the trash, deleted",
    async (resource, path, made, changed) => {
      const { id } = (await merchant.post<Row>(path, made)).body;
      const one = `${path}/${id}`;
      const asRead = async (topic: string) => ({ topic: `${resource}.${topic}`, body: (await merchant.get(one)).body });
      expect(await receives(resource, id)).toEqual([await asRead("created")]);
      expect((await merchant.put(one, changed)).status).toBe(200);
      expect(await receives(resource, id)).toEqual([await asRead("updated")]);
      expect((await merchant.delete(one)).status).toBe(200);
      expect(await receives(resource, id)).toEqual([{ topic: `${resource}.deleted`, body: { id } }]);
    },
  );

  test("nothing is delivered for a rejected write", async () => {
    const refused = await merchant.post("/wp-json/wc/v3/orders", { line_items: [{ product_id: 999999, quantity: 1 }] });
    expect(refused.status).toBe(400);
    await shop.runJobs();
    expect(received).toEqual([]);
  });
});
