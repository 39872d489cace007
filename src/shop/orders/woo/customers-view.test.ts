import { beforeAll, describe, expect, test } from "vitest";
import { OrderHistory } from "#contract/order-history.ts";
import { orderMeta } from "#contract/order-meta.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const keysOf = ({ meta_data }: { meta_data: { key: string }[] }) => meta_data.map(({ key }) => key);

for (const engine of engines)
  describe(`a customer's view of orders written by merchants on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let customer: Visitor;
    let customerId: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      customer = shop.client();
      customerId = (await customer.register()).id;
    });

    test("has no hidden metadata", async () => {
      const { id, line_items, shipping_lines } = (await submit(customer, aCodOrder())).body as WooOrder;
      const facts = [
        { key: "_cost", value: "90000" },
        { key: "engraving", value: "An" },
      ];
      const { body: whole } = await merchant.put<WooOrder>(orderPath(id), {
        meta_data: facts,
        line_items: [{ id: line_items[0]?.id, meta_data: facts }],
        shipping_lines: [{ id: shipping_lines[0]?.id, meta_data: facts }],
      });
      expect(keysOf(whole)).toEqual(expect.arrayContaining([orderMeta.wardCode, "_cost", "engraving"]));
      const listed = (await customer.get<WooOrder[]>("/wp-json/wc/v3/orders")).body[0];
      for (const own of [(await customer.get<WooOrder>(orderPath(id))).body, listed]) {
        expect(own && keysOf(own)).toEqual(keysOf(whole).filter((key) => key !== "_cost"));
        expect(own?.line_items.map(keysOf)).toEqual([["engraving"]]);
        expect(own?.shipping_lines.map(keysOf)).toEqual([["engraving"]]);
      }
      expect((await merchant.get<WooOrder>(orderPath(id))).body.line_items.map(keysOf)).toEqual([
        ["_cost", "engraving"],
      ]);
    });

    test("has no filters of the staff: they would reveal notes, calls and packers", async () => {
      const { id } = (await submit(customer, aCodOrder())).body as WooOrder;
      await merchant.post(`${orderPath(id)}/notes`, { note: "Khách khó tính", added_by_user: true });
      const ids = async (by: Visitor, query: string) =>
        (await by.get<WooOrder[]>(`/wp-json/wc/v3/orders?include=${id}&${query}`)).body.map((order) => order.id);
      for (const query of [
        "has_note=false",
        "unreachable=true",
        "created_by=exchange",
        "stage=completed",
        "packed_by=1",
      ]) {
        expect(await ids(customer, query), query).toEqual([id]);
        expect(await ids(merchant, query), query).toEqual([]);
      }
    });

    test("is paid for every method that the merchant recorded", async () => {
      const paid = { customer_id: customerId, payment_method: "bacs", set_paid: true };
      const { id } = await orderOf(merchant, { ...paid, line_items: [{ product_id: hoops.id }] });
      const history = await customer.get(`/wp-json/custom/v1/order-data?customer_id=${customerId}&page=1`);
      const order = OrderHistory.parse(history.body).orders.find(({ order_id }) => order_id === id);
      expect(order).toMatchObject({ status: "processing", payment: { status: "paid" } });
    });
  });
