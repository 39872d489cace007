import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { ledgerOf, orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/orders";
const two = { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 2 }] };

for (const engine of engines)
  describe(`deleting an order with a merchant's key on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let shopper: Visitor;
    let customerId: number;
    let order: WooOrder;
    const listed = async (visitor: Visitor, query = "") =>
      (await visitor.get<WooOrder[]>(`${path}?per_page=100${query}`)).body.some(({ id }) => id === order.id);

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      shopper = shop.client();
      customerId = (await shopper.register()).id;
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 10);
      order = await orderOf(merchant, { ...two, customer_id: customerId });
    });

    test("moves it to the trash, out of all lists, and releases its stock once", async () => {
      expect([await listed(merchant), await listed(shopper)]).toEqual([true, true]);
      const response = await merchant.delete<WooOrder>(orderPath(order.id));
      expect(response).toMatchObject({ status: 200, body: { id: order.id, status: "pending" } });
      expect(await stockOf(shop, hoops.id)).toBe(10);
      expect(await ledgerOf(shop, order.id)).toMatchObject([{ status: "cancelled" }]);
      expect((await merchant.get(orderPath(order.id))).body).toMatchObject({ id: order.id, status: "trash" });
      expect([await listed(merchant), await listed(merchant, "&status=trash")]).toEqual([false, true]);
      expect([await listed(shopper), await listed(shopper, "&status=trash")]).toEqual([false, false]);
      expect((await shopper.get(orderPath(order.id))).status).toBe(404);
      const history = await shopper.get<{ orders: { order_id: number }[] }>(
        `/wp-json/custom/v1/order-data?customer_id=${customerId}`,
      );
      expect(history.body.orders.map(({ order_id }) => order_id)).not.toContain(order.id);
      expect(await merchant.delete<Problem>(orderPath(order.id))).toMatchObject({
        status: 410,
        body: { code: "woocommerce_rest_already_trashed" },
      });
      expect(await stockOf(shop, hoops.id)).toBe(10);
    });

    test("setting a status restores it from the trash and reserves its stock again", async () => {
      await merchant.delete(orderPath(order.id));
      expect((await merchant.put(orderPath(order.id), { status: "processing" })).body).toMatchObject({
        status: "processing",
      });
      expect([await stockOf(shop, hoops.id), await listed(shopper)]).toEqual([8, true]);
      expect(await ledgerOf(shop, order.id)).toMatchObject([{ status: "pending" }]);
    });

    test("with force, in the query or the body, is permanent and deletes its ledger entries", async () => {
      await merchant.post(`${orderPath(order.id)}/notes`, { note: "x" });
      expect((await merchant.delete(`${orderPath(order.id)}?force=true`)).status).toBe(200);
      expect([(await merchant.get(orderPath(order.id))).status, await stockOf(shop, hoops.id)]).toEqual([404, 10]);
      expect(await ledgerOf(shop, order.id)).toEqual([]);
      const other = await orderOf(merchant, two);
      await merchant.delete(orderPath(other.id));
      expect((await merchant.delete(orderPath(other.id), { force: true })).status).toBe(200);
      expect([(await merchant.get(orderPath(other.id))).status, await stockOf(shop, hoops.id)]).toEqual([404, 10]);
      expect((await merchant.delete(`${orderPath(other.id)}?force=true`)).status).toBe(404);
    });

    test("does not restock delivered goods", async () => {
      await merchant.put(orderPath(order.id), { status: "completed" });
      expect((await merchant.delete(`${orderPath(order.id)}?force=true`)).status).toBe(200);
      expect(await stockOf(shop, hoops.id)).toBe(8);
    });

    test("is rejected while a payment is open", async () => {
      await shop.db.transaction((tx) =>
        tx.run(sql`
          insert into payment (order_id, attempt, method, reference, status, amount)
          values (${order.id}, 9, 'vnpay_visa', ${`${order.id}-9`}, 'pending', 1)`),
      );
      expect(await merchant.delete<Problem>(`${orderPath(order.id)}?force=true`)).toMatchObject({
        status: 400,
        body: { code: "woocommerce_rest_cannot_delete" },
      });
      expect((await merchant.get(orderPath(order.id))).body).toMatchObject({ status: "pending" });
    });

    test("is rejected while a refund is open", async () => {
      const { id, total } = await orderOf(merchant, { ...two, payment_method: "vnpay_visa", set_paid: true });
      const payAs = (status: string) =>
        shop.db.transaction((tx) =>
          tx.run(sql`
            insert into payment (order_id, attempt, method, reference, status, amount)
            values (${id}, 1, 'vnpay_visa', ${`${id}-1`}, ${status}, ${Number(total)})
            on conflict (order_id, attempt) do update set status = excluded.status`),
        );
      const refused = { status: 400, body: { code: "woocommerce_rest_cannot_delete" } };
      await payAs("to_refund");
      expect(await merchant.delete<Problem>(`${orderPath(id)}?force=true`)).toMatchObject(refused);
      await payAs("succeeded");
      expect((await merchant.post(`${orderPath(id)}/refunds`, { amount: "1000" })).status).toBe(201);
      expect(await merchant.delete<Problem>(`${orderPath(id)}?force=true`)).toMatchObject(refused);
      expect((await merchant.delete(orderPath(id))).status).toBe(200);
    });

    test("by concurrent requests releases its stock once", async () => {
      const responses = await Promise.all([1, 2, 3].map(() => merchant.delete(orderPath(order.id))));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
      expect(await stockOf(shop, hoops.id)).toBe(10);
    });

    test("requires a merchant's key", async () => {
      expect((await merchant.delete<Problem>(orderPath(999_999))).body.code).toBe(
        "woocommerce_rest_shop_order_invalid_id",
      );
      expect((await shopper.delete(orderPath(order.id))).status).toBe(403);
      expect((await shop.client({ headers: { authorization: null } }).delete(orderPath(order.id))).status).toBe(401);
      expect((await (await merchantOf(shop, "read")).delete(orderPath(order.id))).status).toBe(401);
      expect((await shopper.post(`${path}/batch`, { delete: [order.id] })).status).toBe(403);
      expect((await merchant.get(orderPath(order.id))).body).toMatchObject({ status: "pending" });
    });

    test("and creating and updating work in a batch, each entry on its own", async () => {
      const there = await orderOf(merchant, two);
      const { status, body } = await merchant.post<
        Record<"create" | "update" | "delete", (WooOrder & Partial<Problem & { error: Problem }>)[]>
      >(`${path}/batch`, {
        create: [two, { ...two, line_items: [{ quantity: 1 }] }, { line_items: "none" }],
        update: [
          { id: there.id, status: "processing" },
          { id: 999_999, status: "processing" },
        ],
        delete: [there.id, 999_999],
      });
      expect(status).toBe(200);
      expect(body.create).toMatchObject([
        { status: "pending", total: String(2 * hoops.price) },
        { id: 0, error: { code: "woocommerce_rest_required_product_reference" } },
        { id: 0, error: { code: "rest_invalid_param" } },
      ]);
      expect(body.update).toMatchObject([
        { id: there.id, status: "processing" },
        { id: 999_999, error: { code: "woocommerce_rest_shop_order_invalid_id", data: { status: 400 } } },
      ]);
      expect(body.delete).toMatchObject([{ id: there.id }, { id: 999_999, error: { data: { status: 404 } } }]);
      expect((await merchant.get(orderPath(there.id))).status).toBe(404);
      const tooMany = { delete: Array.from({ length: 101 }, () => 1) };
      expect((await merchant.post<Problem>(`${path}/batch`, tooMany)).body.code).toBe(
        "woocommerce_rest_request_entity_too_large",
      );
    });
  });
