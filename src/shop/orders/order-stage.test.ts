import { beforeAll, describe, expect, test } from "vitest";
import type { Stage } from "#contract/backoffice/stages.ts";
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
