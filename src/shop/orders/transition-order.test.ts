import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderStatus } from "#contract/order.ts";
import { orderStatuses } from "#contract/order-statuses.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transitionOrder } from "./index.ts";
import { type OrderActor, canTransition } from "./order-status.ts";

describe("order status transitions", () => {
  test("match the specified table", () => {
    const moves = (actor: OrderActor) =>
      orderStatuses.flatMap((from) =>
        orderStatuses.filter((to) => to !== from && canTransition(from, to, actor)).map((to) => `${from} > ${to}`),
      );
    const agreed = [
      ...["pending > processing", "pending > cancelled", "pending > failed"],
      ...["processing > completed", "processing > cancelled", "processing > refunded"],
      ...["on-hold > processing", "on-hold > cancelled", "on-hold > refunded", "completed > refunded"],
    ];
    for (const actor of ["job", "carrier", "customer:1001"] as const)
      expect(moves(actor).sort()).toEqual(agreed.sort());
    const late = ["pending > on-hold", "cancelled > on-hold", "failed > on-hold"];
    expect(moves("gateway").sort()).toEqual([...agreed, ...late].sort());
    expect(moves("merchant:1")).toHaveLength(orderStatuses.length * (orderStatuses.length - 1));
  });
});

for (const engine of engines)
  describe(`order transitions on ${engine.name}`, () => {
    let shop: TestShop;
    let shopper: Visitor;
    let orderId: number;
    const move = (to: OrderStatus, actor: OrderActor = "job") =>
      shop.db.transaction((tx) => transitionOrder(tx, orderId, to, { actor, reason: "a test", now: shop.clock.now() }));
    const stock = async () =>
      (
        await shop.db.one<{ quantity: number }>(
          sql`select quantity from stock where id = (select stock_id from product where id = ${hoops.id})`,
        )
      )?.quantity;
    const order = async () => (await shopper.get<Record<string, unknown>>(`/wp-json/wc/v3/orders/${orderId}`)).body;
    const ledger = async () =>
      (await shop.db.one<{ status: string }>(sql`select status from payment where order_id = ${orderId}`))?.status;

    beforeAll(async () => {
      shop = await openShop(engine);
      shopper = shop.client();
      await shopper.register();
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 10);
      orderId = (await submit(shopper, aCodOrder({ line_items: [{ product_id: hoops.id, quantity: 2 }] }))).body.id;
    });

    test("releases the stock once when cancelled repeatedly", async () => {
      expect(await stock()).toBe(8);
      const moves = await Promise.all([move("cancelled"), move("cancelled"), move("cancelled")]);
      expect(moves.filter((result) => result.ok && result.changed)).toHaveLength(1);
      expect([await stock(), await ledger(), (await order()).status]).toEqual([10, "cancelled", "cancelled"]);
      const emails = await shop.db.all(sql`
        select 1 from outbox where payload ->> 'template' = 'order_cancelled'
          and payload -> 'values' ->> 'order_number' = ${String(orderId)}`);
      expect(emails).toHaveLength(1);
    });

    test("records cash as paid on delivery, and each transition in the history", async () => {
      await move("processing", "merchant:1");
      expect(await order()).toMatchObject({ status: "processing", date_paid: null });
      await move("completed", "carrier");
      expect(await order()).toMatchObject({
        status: "completed",
        date_paid: expect.any(String),
        date_completed: expect.any(String),
      });
      expect([await stock(), await ledger()]).toEqual([8, "succeeded"]);
      const events = await shop.db.all(sql`
        select from_status "from", to_status "to", actor, reason from order_event where order_id = ${orderId} order by id`);
      expect(events).toMatchObject([
        { from: null, to: "pending", actor: expect.stringMatching(/^customer:\d+$/) },
        { from: "pending", to: "processing", actor: "merchant:1", reason: "a test" },
        { from: "processing", to: "completed", actor: "carrier" },
      ]);
    });

    test("closes the COD payment when refunded unpaid, and reopens it afterwards", async () => {
      await move("refunded", "merchant:1");
      expect(await ledger()).toBe("cancelled");
      await move("processing", "merchant:1");
      expect(await ledger()).toBe("pending");
      await move("completed", "carrier");
      expect(await ledger()).toBe("succeeded");
    });

    test("rejects transitions that are not in the table, and changes nothing", async () => {
      for (const [to, actor] of [
        ["completed", "job"],
        ["refunded", "gateway"],
        ["on-hold", "customer:1001"],
      ] as const)
        expect(await move(to, actor)).toEqual({ ok: false, reason: "not allowed", from: "pending" });
      expect(await order()).toMatchObject({ status: "pending" });
      await move("failed");
      expect(await move("processing", "gateway")).toMatchObject({ ok: false });
      orderId = 2_147_483_647;
      expect(await move("cancelled")).toMatchObject({ ok: false, reason: "unknown order" });
    });

    test("reserves the stock again for a late payment, if available", async () => {
      await move("cancelled");
      expect(await move("on-hold", "gateway")).toMatchObject({ ok: true, changed: true });
      expect(await stock()).toBe(8);
      await move("cancelled");
      await setStock(shop, hoops.id, 1);
      await move("on-hold", "gateway");
      expect(await stock()).toBe(1);
      await move("cancelled");
      expect(await stock()).toBe(1);
    });
  });
