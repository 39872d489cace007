import { beforeAll, describe, expect, test } from "vitest";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { type AuditEntry, runAsActor, listAudit } from "#shop/kernel/db/audit.ts";
import { sql } from "#shop/kernel/db/database.ts";

const api = "/wp-json/wc/v3";

describe.each(engines)("the audit log, on $name", (engine) => {
  let shop: TestShop;
  let merchant: Visitor;
  let shopper: Visitor;
  let customerId: number;
  let keyId: number;
  beforeAll(async () => {
    shop = await openShop(engine, { env: httpsEnv });
    merchant = await merchantOf(shop);
    keyId = (await shop.db.one<{ id: number }>(sql`select max(id) id from merchant_key`))?.id ?? 0;
    shopper = shop.client();
    customerId = (await shopper.register()).id;
  });

  /** The entries since the last call, the oldest first. */
  let seen = 0;
  const newEntries = async (): Promise<Omit<AuditEntry, "id" | "at">[]> => {
    const entries = (await listAudit(shop.db, { object: null, limit: 1000 })).filter(({ id }) => id > seen);
    seen = entries[0]?.id ?? seen;
    return entries.reverse().map(({ id: _id, at: _at, ...entry }) => entry);
  };

  test("records actor, address, action, object, and old and new values", async () => {
    await newEntries();
    expect((await merchant.put(`${api}/products/${hoops.id}`, { regular_price: "410000" })).status).toBe(200);
    const by = { actor: `key:${keyId}`, address: "127.0.0.1", action: "PUT products/{id}" };
    expect(await newEntries()).toContainEqual({
      ...by,
      operation: "changed",
      object: "product",
      objectId: String(hoops.id),
      change: { regular_price: [390_000, 410_000] },
    });
    await merchant.put(`${api}/products/${hoops.id}`, { name: "Another name", stock_quantity: 7 });
    expect(await newEntries()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ object: "product", change: expect.objectContaining({ name: true }) }),
        expect.objectContaining({ object: "stock", change: { quantity: [expect.any(Number), 7] } }),
      ]),
    );
  });

  test("records additions, changes, refunds and deletions, each entry of a batch too, without personal data", async () => {
    await newEntries();
    const order = await submit(shopper);
    expect(await newEntries(), "a shopper's order has no actor").toEqual([]);
    await merchant.put<WooOrder>(orderPath(order.body.id), { status: "completed" });
    await merchant.post(`${orderPath(order.body.id)}/notes`, { note: "Rang the customer" });
    await merchant.post(`${orderPath(order.body.id)}/refunds`, { amount: "1000", api_refund: false });
    await merchant.put(`${api}/customers/${customerId}`, { first_name: "Secretname", email: "secret@example.com" });
    await merchant.post(`${api}/webhooks`, { topic: "order.created", delivery_url: "https://erp.example/s3cret" });
    await merchant.post(`${api}/products/tags/batch`, { create: [{ name: "One" }, { name: "Two" }] });
    await merchant.delete(`${api}/customers/${customerId}?force=true`);
    const entries = await newEntries();
    expect(entries.map(({ action, operation, object }) => [action, operation, object])).toEqual(
      expect.arrayContaining([
        ["PUT orders/{id}", "changed", "order"],
        ["POST orders/{order_id}/notes", "added", "order_note"],
        ["POST orders/{order_id}/refunds", "added", "refund"],
        ["PUT customers/{id}", "changed", "customer"],
        ["POST webhooks", "added", "webhook"],
        ["DELETE customers/{id}", "removed", "customer"],
      ]),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        object: "order",
        objectId: String(order.body.id),
        change: expect.objectContaining({ status: [expect.any(String), "completed"] }),
      }),
    );
    expect(entries.filter(({ object }) => object === "tag")).toHaveLength(2);
    expect(entries.every(({ actor }) => actor === `key:${keyId}`)).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/secret|s3cret|Rang|example\.com/i);
  });

  test("records commands and their changes", async () => {
    await newEntries();
    const order = (await shop.db.one<{ id: number }>(sql`select max(id) id from orders`))?.id;
    const made = JSON.parse((await command(shop, "keys create --permissions read_write --json")).out) as object;
    for (const line of [
      "settings set cod_max_total 5000000",
      "currency set USD 25000",
      `orders set-status ${order} refunded`,
    ])
      expect(await command(shop, line)).toMatchObject({ exit: 0 });
    const entries = await newEntries();
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(["command line"]));
    const objects = entries.map(({ action, operation, object, objectId, change }) => [
      action,
      operation,
      `${object}:${objectId}`,
      change,
    ]);
    expect(objects).toEqual(
      expect.arrayContaining([
        ["keys create", "added", expect.stringMatching(/^key:\d+$/), { permissions: [null, "read_write"] }],
        ["keys create", "done", ":", {}],
        ["settings set", "added", "setting:cod_max_total", { value: [null, 5_000_000] }],
        ["currency set", "changed", "currency:USD", { rate: [26_000, 25_000] }],
        [
          "orders set-status",
          "changed",
          `order:${order}`,
          expect.objectContaining({ status: [expect.any(String), "refunded"] }),
        ],
      ]),
    );
    for (const secret of Object.values(made)) expect(JSON.stringify(entries)).not.toContain(secret);
    const listed = await command(shop, "audit list --of currency:USD");
    expect(listed.out).toMatch(/command line +currency set +changed +currency:USD +rate 26000 → 25000/);
    expect(JSON.parse((await command(shop, "audit list --of setting --json")).out)).toHaveLength(1);
    expect(await command(shop, "audit list --of ;")).toMatchObject({ exit: 1 });
    expect(await newEntries(), "reads are not recorded").toEqual([]);
  });

  test("records no reads, rejected requests or failed commands", async () => {
    const reader = await merchantOf(shop, "read");
    await newEntries();
    await merchant.get(`${api}/orders`);
    await reader.put(`${api}/products/${hoops.id}`, { regular_price: "1" });
    await merchant.put(`${api}/products/${hoops.id}`, { regular_price: "none" });
    await merchant.post(`${api}/customers`, { email: "no address" });
    await command(shop, "settings set nothing 1");
    await command(shop, "orders list");
    expect(await newEntries()).toEqual([]);
  });

  test("records only the number of rows of a statement that changes very many", async () => {
    await newEntries();
    await runAsActor({ name: "command line", address: null, action: "a test" }, () =>
      shop.db.write(sql`update product set menu_order = menu_order + 1`),
    );
    expect(await newEntries()).toEqual([
      {
        actor: "command line",
        address: null,
        action: "a test",
        operation: "changed",
        object: "product",
        objectId: "",
        change: { rows: expect.any(Number) },
      },
    ]);
  });

  test("is append-only; rows older than ten years are deleted", async () => {
    const write = (statement: string) => shop.db.script(statement);
    for (const statement of ["update audit set actor = 'nobody'", "delete from audit", "truncate audit"])
      await expect(write(statement)).rejects.toThrow("The audit log is only added to.");
    await write(`insert into audit (at, actor, action, operation) values
      (now() - interval '9 years 11 months', 'key:1', 'young', 'done'), (now() - interval '10 years 1 day', 'key:1', 'old', 'done')`);
    await shop.runJobs();
    const left = await shop.db.all(sql`select action from audit where actor = 'key:1' and operation = 'done'`);
    expect(left).toEqual([{ action: "young" }]);
  });

  test("LG01: records what jobs change, as jobs, without their attempts and times", async () => {
    await merchant.put(`${api}/products/${hoops.id}`, { regular_price: "400000", sale_price: "300000" });
    const to = new Date(shop.clock.now().getTime() + 60_000).toISOString().slice(0, 19);
    expect((await merchant.put(`${api}/products/${hoops.id}`, { date_on_sale_to_gmt: to })).body).toMatchObject({
      on_sale: true,
    });
    await newEntries();
    shop.clock.advance(2 * 60_000);
    await shop.runJobs();
    const entries = await newEntries();
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ actor: "job", address: null, action: "apply-scheduled-sales", object: "product" },
        ...{ objectId: String(hoops.id), change: expect.objectContaining({ sale_price: [300_000, null] }) },
      }),
    );
    const values = entries
      .filter(({ operation }) => operation === "changed")
      .map(({ change }) => Object.values(change));
    expect(
      values.every((changed) => changed.some((value) => value !== true)),
      JSON.stringify(entries),
    ).toBe(true);
  });
});
