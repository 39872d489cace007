import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Stage } from "#contract/stages.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

interface ParcelParts {
  status: string;
  cancelledByShop?: boolean;
  handedOver?: boolean;
  scanOverdue?: boolean;
  inspected?: boolean;
}

interface OrderParts {
  status: string;
  method?: string;
  reserved?: boolean;
  paid?: boolean;
  pickup?: boolean;
  attempt?: string;
  packing?: string;
  parcel?: ParcelParts;
  /** an earlier parcel */
  first?: ParcelParts;
}

/** The table of the stages: the stage, and what an order of it is. */
const table: [Stage, OrderParts][] = [
  ["to_confirm", { status: "pending" }],
  ["to_confirm", { status: "pending", method: "bacs" }],
  ["to_confirm", { status: "pending", attempt: "failed" }],
  ["awaiting_payment", { status: "pending", method: "vnpay_visa", reserved: true }],
  ["awaiting_payment", { status: "pending", attempt: "pending" }],
  ["to_confirm", { status: "pending", method: "vnpay_visa", reserved: true, paid: true }],
  ["needs_review", { status: "on-hold" }],
  ["needs_review", { status: "on-hold", packing: "packed", parcel: { status: "ready_to_pick" } }],
  ["needs_review", { status: "processing", packing: "missing" }],
  ["to_pack", { status: "processing" }],
  ["to_pack", { status: "processing", pickup: true }],
  ["to_pack", { status: "processing", packing: "in_progress", parcel: { status: "ready_to_pick" } }],
  ["to_pack", { status: "processing", parcel: { status: "cancel", cancelledByShop: true } }],
  ["to_hand_over", { status: "processing", packing: "packed" }],
  ["to_hand_over", { status: "processing", packing: "packed", parcel: { status: "ready_to_pick" } }],
  ["to_hand_over", { status: "processing", packing: "packed", parcel: { status: "by_hand" } }],
  ["to_collect", { status: "processing", packing: "packed", pickup: true }],
  ["in_transit", { status: "processing", packing: "packed", parcel: { status: "ready_to_pick", handedOver: true } }],
  ["in_transit", { status: "processing", parcel: { status: "picked" } }],
  ["in_transit", { status: "processing", packing: "packed", parcel: { status: "delivering" } }],
  ["in_transit", { status: "processing", packing: "packed", parcel: { status: "a status added later" } }],
  ["in_transit", { status: "processing", first: { status: "returned" }, parcel: { status: "sorting" } }],
  ...["refused", "delivery_fail", "exception", "lost", "damage", "scrap", "cancel"].map(
    (status): [Stage, OrderParts] => [
      "delivery_problem",
      { status: "processing", packing: "packed", parcel: { status } },
    ],
  ),
  [
    "delivery_problem",
    {
      status: "processing",
      packing: "packed",
      parcel: { status: "ready_to_pick", handedOver: true, scanOverdue: true },
    },
  ],
  ["in_transit", { status: "processing", parcel: { status: "picked", handedOver: true, scanOverdue: true } }],
  ...["waiting_to_return", "return", "returning", "return_fail"].map((status): [Stage, OrderParts] => [
    "returning",
    { status: "processing", packing: "packed", parcel: { status } },
  ]),
  ["to_inspect", { status: "processing", packing: "packed", parcel: { status: "returned" } }],
  ["needs_review", { status: "processing", parcel: { status: "returned", inspected: true } }],
  ["needs_review", { status: "processing", parcel: { status: "delivered" } }],
  ["completed", { status: "completed", packing: "packed", parcel: { status: "delivered" } }],
  ...["cancelled", "failed", "refunded", "trash"].map((status): [Stage, OrderParts] => ["closed", { status }]),
  ["closed", { status: "cancelled", packing: "packed", parcel: { status: "returned" } }],
];

for (const engine of engines)
  describe(`the stage of an order on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
    });

    const placed = async (): Promise<number> =>
      (await orderOf(merchant, { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }] })).id;
    const workflowOf = (id: number) =>
      shop.db.one<{ stage: Stage; since: Date }>(
        sql`select stage, stage_since since from order_workflow where order_id = ${id}`,
      );
    const insertParcel = (id: number, nth: number, { status, ...parts }: ParcelParts) =>
      shop.db.write(sql`
        insert into parcel (order_id, client_order_code, status, cancel_requested_at, handed_over_at, scan_overdue, inspected_at)
        values (${id}, ${`T-${id}-${nth}`}, ${status}, case when ${parts.cancelledByShop === true} then now() end,
          case when ${parts.handedOver === true} then now() end, ${parts.scanOverdue === true},
          case when ${parts.inspected === true} then now() end)`);
    async function write(id: number, { first, parcel, packing, attempt, ...order }: OrderParts): Promise<void> {
      await shop.db.write(sql`
        update orders set status = ${order.status}, payment_method = ${order.method ?? "cod"},
          paid_at = case when ${order.paid === true} then now() end,
          stock_reserved_until = case when ${order.reserved === true} then now() end,
          shipping_method = ${order.pickup === true ? "local_pickup" : "flat_rate"} where id = ${id}`);
      if (attempt !== undefined)
        await shop.db.write(sql`
          insert into payment (order_id, attempt, method, reference, status, amount)
          values (${id}, 9, 'vnpay_visa', ${`${id}-9`}, ${attempt}, 1)`);
      if (packing !== undefined)
        await shop.db.write(sql`insert into packing (order_id, state, at) values (${id}, ${packing}, now())`);
      if (first) await insertParcel(id, 1, first);
      if (parcel) await insertParcel(id, 2, parcel);
    }

    test.each(table)("OL01: is %s for %j", async (stage, parts) => {
      const id = await placed();
      await write(id, parts);
      expect((await workflowOf(id))?.stage).toBe(stage);
    });

    test("OL01: begins when the order does, and changes with what it is derived from", async () => {
      const id = await placed();
      const begun = await workflowOf(id);
      const dates = () =>
        shop.db.one<{ created: Date; modified: Date }>(
          sql`select created_at created, modified_at modified from orders where id = ${id}`,
        );
      expect(begun).toEqual({ stage: "to_confirm", since: (await dates())?.created });
      shop.clock.advance(60_000);
      await merchant.put(orderPath(id), { customer_note: "leave it with the neighbour" });
      expect(await workflowOf(id)).toEqual(begun);
      await merchant.put(orderPath(id), { status: "processing" });
      expect(await workflowOf(id)).toEqual({ stage: "to_pack", since: (await dates())?.modified });
      await shop.db.write(sql`insert into packing (order_id, state, at) values (${id}, 'packed', now())`);
      expect((await workflowOf(id))?.stage).toBe("to_hand_over");
      await shop.db.write(sql`delete from packing where order_id = ${id}`);
      expect((await workflowOf(id))?.stage).toBe("to_pack");
      await insertParcel(id, 7, { status: "ready_to_pick" });
      await shop.db.write(sql`update parcel set status = 'delivery_fail' where order_id = ${id}`);
      expect((await workflowOf(id))?.stage).toBe("delivery_problem");
      await merchant.delete(`${orderPath(id)}?force=true`);
      expect(await workflowOf(id)).toBeUndefined();
    });

    async function insertRefund(id: number, status: string, amount = 100, isOverpayment = false): Promise<void> {
      await shop.db.write(sql`
        insert into refund (order_id, amount, status, is_overpayment)
        values (${id}, ${amount}, 'requested', ${isOverpayment})`);
      await shop.db.write(sql`
        update refund set status = ${status} where id = (select max(id) from refund where order_id = ${id})`);
    }

    test.each<[Stage, OrderParts]>([
      ["needs_review", { status: "refunded" }],
      ["needs_review", { status: "completed", packing: "packed", parcel: { status: "delivered" } }],
      ["needs_review", { status: "cancelled" }],
      ["needs_review", { status: "processing" }],
      ["needs_review", { status: "processing", packing: "packed", parcel: { status: "delivering" } }],
      ["delivery_problem", { status: "processing", packing: "packed", parcel: { status: "delivery_fail" } }],
      ["to_inspect", { status: "processing", packing: "packed", parcel: { status: "returned" } }],
      ["to_confirm", { status: "pending" }],
      ["closed", { status: "trash" }],
    ])("OL01: after a failed refund is %s for %j, until another refund covers it", async (stage, parts) => {
      const id = await placed();
      await write(id, parts);
      const before = await workflowOf(id);
      await insertRefund(id, "failed");
      expect((await workflowOf(id))?.stage).toBe(stage);
      await insertRefund(id, "failed");
      await insertRefund(id, "manual", 99);
      expect((await workflowOf(id))?.stage, "a part of it was refunded").toBe(stage);
      await insertRefund(id, "manual", 1);
      expect((await workflowOf(id))?.stage).toBe(before?.stage);
      await shop.db.write(sql`delete from refund where order_id = ${id} and amount = 1`);
      expect((await workflowOf(id))?.stage, "the manual refund was deleted").toBe(stage);
    });

    test("OL01: a failed refund of an overpayment does not stop the packing, and is reviewed when the order ends", async () => {
      const id = await placed();
      await write(id, { status: "processing" });
      await insertRefund(id, "failed", 100, true);
      expect((await workflowOf(id))?.stage).toBe("to_pack");
      await shop.db.write(sql`update orders set status = 'completed' where id = ${id}`);
      expect((await workflowOf(id))?.stage).toBe("needs_review");
      await shop.db.write(sql`update refund set status = 'manual' where order_id = ${id}`);
      expect((await workflowOf(id))?.stage).toBe("completed");
    });

    test("OL01, SP01: the stage of a new order is found without reading refunds", async () => {
      const id = await placed();
      const refundReads = async () => {
        const plan = await shop.db.all<{ "QUERY PLAN": string }>(sql`
          explain (analyze, costs off) select stage from current_order_stage where order_id = ${id}`);
        return plan.map((row) => row["QUERY PLAN"]).filter((line) => / on refund\b/.test(line));
      };
      const reads = await refundReads();
      expect(reads.length).toBeGreaterThan(0);
      for (const line of reads) expect(line).toContain("never executed");
      await write(id, { status: "processing" });
      expect((await refundReads()).some((line) => !line.includes("never executed"))).toBe(true);
    });

    test("OL01: the script refreshes orders whose refund had failed before", async () => {
      const id = await placed();
      await write(id, { status: "refunded" });
      await insertRefund(id, "failed");
      await shop.db.write(sql`update order_workflow set stage = 'closed' where order_id = ${id}`);
      const script = await readFile("sql/orders/order-stage.sql", "utf8");
      await shop.db.transaction((tx) => tx.script(script));
      expect((await workflowOf(id))?.stage).toBe("needs_review");
    });

    test("OL01: two concurrent writers of one order leave the stage of what both wrote", async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, placed));
      await Promise.all(
        ids.flatMap((id) => [
          shop.db.write(sql`update orders set status = 'processing' where id = ${id}`),
          shop.db.write(sql`insert into packing (order_id, state, at) values (${id}, 'packed', now())`),
          insertParcel(id, 1, { status: "delivery_fail" }),
        ]),
      );
      for (const id of ids) expect((await workflowOf(id))?.stage).toBe("delivery_problem");
    });
  });
