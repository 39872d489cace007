import { beforeAll, describe, expect, test } from "vitest";
import type { BackgroundTask } from "#contract/backoffice/tasks.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

describe("what roles may do with the amounts of an order", () => {
  let shop: TestShop;
  let merchant: Visitor;
  let owner: StaffVisitor;
  let member: StaffVisitor;
  const setRole = (permissions: string[]) => owner.call("PUT", "/roles/own", { name: "Ca tối", permissions });
  beforeAll(async () => {
    shop = await openShop(engine, { env: httpsEnv });
    merchant = await merchantOf(shop);
    owner = (await staffMember(shop)).browser;
    await setRole(["orders.edit", "orders.cancel"]);
    member = (await staffMember(shop, "own")).browser;
  });

  const line = { product_id: hoops.id, quantity: 1 };
  const paidOrder = () => orderOf(merchant, { payment_method: "cod", set_paid: true, line_items: [line] });
  const refundsOf = (id: number) =>
    shop.db.all<{ amount: number }>(sql`select amount from refund where order_id = ${id} order by id`);
  const forbidden = (permission: string) => ({
    status: 403,
    body: { code: "lianne_forbidden", data: { permission } },
  });

  test("RO02: the status `refunded` records a refund only for roles with `refunds.create`", async () => {
    const { id } = await paidOrder();
    const refunded = { status: "refunded" };
    for (const [method, path, body] of [
      ["PUT", orderPath(id), refunded],
      ["POST", "/wp-json/wc/v3/orders/batch", { update: [{ id, ...refunded }] }],
      ["POST", "/wp-json/wc/v3/orders", { line_items: [line], ...refunded }],
    ] as const)
      expect(await member.request<Problem>(method, path, body)).toMatchObject(forbidden("refunds.create"));
    expect(await member.call<Problem>("POST", `/orders/${id}/status`, { ...refunded, reason: "x" })).toMatchObject(
      forbidden("refunds.create"),
    );
    expect(await refundsOf(id)).toEqual([]);
    expect((await member.request("PUT", orderPath(id), { status: "on-hold" })).status, "other statuses").toBe(200);
    expect((await owner.request("PUT", orderPath(id), refunded)).status).toBe(200);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test("OL09: amounts of lines, delivery and fees change only with `prices.edit`, quantities without", async () => {
    const order = await orderOf(merchant, { payment_method: "cod", line_items: [line] });
    const [{ id: lineId } = { id: 0 }] = order.line_items;
    const write = (by: StaffVisitor, body: object) => by.request<WooOrder & Problem>("PUT", orderPath(order.id), body);
    for (const body of [
      { line_items: [{ id: lineId, total: "1" }] },
      {
        line_items: [
          { id: lineId, quantity: 1 },
          { ...line, subtotal: "1" },
        ],
      },
      { fee_lines: [{ name: "Giảm giá", total: "-100000" }] },
      { shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "0" }] },
    ])
      expect(await write(member, body)).toMatchObject(forbidden("prices.edit"));
    const created = { line_items: [{ ...line, total: "1" }] };
    expect(await member.request("POST", "/wp-json/wc/v3/orders", created)).toMatchObject(forbidden("prices.edit"));
    const batch = { create: [created], update: [] };
    expect(await member.request("POST", "/wp-json/wc/v3/orders/batch", batch)).toMatchObject(forbidden("prices.edit"));
    expect((await write(member, { line_items: [{ id: lineId, quantity: 2 }] })).status).toBe(200);
    const changed = await write(owner, { line_items: [{ id: lineId, total: "1000" }] });
    expect([changed.status, changed.body.line_items[0]?.total]).toEqual([200, "1000"]);
  });

  test("RO04: the limit of an order counts every refund: only owners delete the record of one", async () => {
    const { id } = await orderOf(merchant, {
      ...{ payment_method: "cod", set_paid: true, line_items: [{ ...line, quantity: 3 }] },
    });
    const { browser } = await staffMember(shop, "staff");
    const refund = () =>
      browser.request<Problem & { id: number; refund_request?: object }>("POST", `${orderPath(id)}/refunds`, {
        ...{ amount: "500000", api_refund: false },
      });
    const { body } = await refund();
    const path = `${orderPath(id)}/refunds/${body.id}?force=true`;
    expect(await browser.request("DELETE", path)).toMatchObject(forbidden("refunds.approve"));
    expect((await refund()).body.refund_request, "the limit is used").toBeDefined();
    expect((await owner.request("DELETE", path)).status).toBe(200);
    expect(await refundsOf(id)).toEqual([]);
  });

  test("OL05: a bulk action requires the permission of the action alone", async () => {
    await setRole(["orders.cancel"]);
    const { id } = await orderOf(merchant, { payment_method: "cod", line_items: [line] });
    const start = (action: string, more: object) =>
      member.call<Problem & { task: number }>("POST", "/orders/bulk", { action, ids: [id], ...more });
    expect(await start("confirm", {})).toMatchObject(forbidden("orders.confirm"));
    const started = await start("cancel", { reason: "customer" });
    expect(started.status).toBe(202);
    await shop.runJobs();
    const task = await member.call<BackgroundTask>("GET", `/tasks/${started.body.task}`);
    expect(task.body).toMatchObject({ state: "done", processed: 1, failed: 0 });
  });
});
