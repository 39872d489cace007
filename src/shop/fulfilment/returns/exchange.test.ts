import { beforeAll, describe, expect, test } from "vitest";
import type { ExchangeChoices, ExchangeEntry } from "#contract/backoffice/returns.ts";
import type { ParcelDetail, ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { ring, ringVariations, sized } from "#fixtures/testing/ring-sizes.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`exchanges on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let [small, large] = [0, 0];
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      const variation = async (size: string) => {
        const own = { manage_stock: true, stock_quantity: 10 };
        const { status, body } = await here.merchant.post<{ id: number }>(ringVariations, sized(size, own));
        if (status !== 201) throw new Error(`the variation got the response ${status}`);
        return body.id;
      };
      small = await variation("47 mm");
      large = await variation("63 mm");
    });

    const stocks = () => Promise.all([stockOf(here.shop, small), stockOf(here.shop, large)]);
    const delivered = async (quantity = 1) => {
      const { orderId, code } = await here.booked({
        line_items: [{ product_id: ring, variation_id: small, quantity }],
      });
      for (const status of ["picked", "delivered"]) await here.advance(code, status);
      return orderId;
    };
    const lineOf = async (orderId: number) =>
      (await here.merchant.get<WooOrder>(orderPath(orderId))).body.line_items[0]?.id ?? 0;
    const exchange = async (orderId: number, own: object = {}, browser = owner) =>
      browser.call<ExchangeEntry & Problem>("POST", `/orders/${orderId}/exchange`, {
        ...{ line_id: await lineOf(orderId), variation_id: large },
        ...own,
      });

    test("PC08: an exchange is a linked order at zero price; stock moves when the items move", async () => {
      const orderId = await delivered();
      const [smallBefore = 0, largeBefore = 0] = await stocks();
      const choices = (await owner.call<ExchangeChoices>("GET", `/orders/${orderId}/exchange-choices`)).body;
      expect(choices).toMatchObject([{ quantity: 1, option: expect.stringContaining("47 mm") }]);
      expect(choices[0]?.choices.find((one) => one.variation_id === large)?.available).toBe(largeBefore);
      const { status, body } = await exchange(orderId);
      expect([status, body]).toMatchObject([
        201,
        { replaces_order_id: orderId, quantity: 1, received_at: null, to: expect.stringContaining("63 mm") },
      ]);
      const created = (await here.merchant.get<WooOrder>(orderPath(body.order_id))).body;
      expect(created).toMatchObject({ total: "0", status: "pending", shipping: { first_name: "Ngọc" } });
      expect(created.line_items).toMatchObject([{ variation_id: large, quantity: 1, total: "0" }]);
      expect(created.meta_data).toMatchObject([{ key: "_replaces_order_id", value: String(orderId) }]);
      expect(await stocks(), "nothing has moved").toEqual([smallBefore, largeBefore]);
      // sent
      await here.move(body.order_id, "processing");
      expect(await stocks()).toEqual([smallBefore, largeBefore - 1]);
      expect(await here.parcelsOf(body.order_id)).toMatchObject([{ status: "ready_to_pick", cod: 0 }]);
      // the replaced item is back
      const received = () =>
        owner.call<ExchangeEntry>("POST", `/orders/${body.order_id}/exchange/received`, { state: "restock" });
      const twice = await Promise.all([received(), received()]);
      expect(twice.map((one) => one.status).sort()).toEqual([200, 409]);
      expect(await stocks()).toEqual([smallBefore + 1, largeBefore - 1]);
      const linked = (await owner.call<ExchangeEntry[]>("GET", `/orders/${orderId}/exchange`)).body;
      expect(linked).toMatchObject([{ order_id: body.order_id, received_at: expect.any(String) }]);
      expect(await here.statusOf(orderId)).toBe("completed");
    });

    test("PC08: a damaged item that comes back is not sold again", async () => {
      const orderId = await delivered();
      const { body } = await exchange(orderId);
      const [before] = await stocks();
      await owner.call("POST", `/orders/${body.order_id}/exchange/received`, { state: "damaged" });
      expect((await stocks())[0]).toBe(before);
    });

    test("PC08, RT06: no more units are exchanged than were bought, also by two requests at once", async () => {
      const orderId = await delivered(2);
      const three = await Promise.all([exchange(orderId), exchange(orderId), exchange(orderId)]);
      expect(three.map(({ status }) => status).sort()).toEqual([201, 201, 400]);
      const cancelled = three.find(({ status }) => status === 201)?.body.order_id ?? 0;
      await here.move(cancelled, "cancelled");
      expect((await exchange(orderId, { quantity: 2 })).body.data.params).toHaveProperty("quantity");
      expect((await exchange(orderId)).status).toBe(201);
    });

    test("PC08: only a paid order that was delivered or returned, and an option in stock, can be exchanged", async () => {
      const { orderId } = await here.booked({ line_items: [{ product_id: ring, variation_id: small, quantity: 1 }] });
      const early = await exchange(orderId);
      expect([early.status, early.body.code]).toEqual([409, "lianne_invalid_state"]);
      const done = await delivered();
      expect((await exchange(done, { variation_id: small })).body.data.params).toHaveProperty("variation_id");
      expect((await exchange(done, { line_id: 1 })).body.data.params).toHaveProperty("line_id");
      await setStock(here.shop, large, 0);
      const none = await exchange(done);
      expect([none.status, Object.keys(none.body.data.params ?? {})]).toEqual([400, ["variation_id"]]);
      await setStock(here.shop, large, 10);
      expect((await owner.call("POST", "/orders/99999999/exchange", { line_id: 1, variation_id: 1 })).status).toBe(404);
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(here.shop, role);
        expect((await exchange(done, {}, browser)).status).toBe(403);
      }
    });

    test("PC08: a paid order that was returned and inspected is exchanged, and completed with that", async () => {
      const { orderId, code } = await here.booked({
        line_items: [{ product_id: ring, variation_id: small, quantity: 1 }],
      });
      for (const status of ["picked", "waiting_to_return", "returned"]) await here.advance(code, status);
      const [parcel] = (await owner.call<ParcelEntry[]>("GET", `/parcels?order_id=${orderId}&view=all`)).body;
      const { lines } = (await owner.call<ParcelDetail>("GET", `/parcels/${parcel?.id}`)).body;
      const items = lines.map(({ line_id, quantity }) => ({ line_id, quantity, state: "restock" }));
      await owner.call("POST", `/parcels/${parcel?.id}/returned`, { items });
      const unpaid = await exchange(orderId);
      expect([unpaid.status, unpaid.body.code]).toEqual([409, "lianne_invalid_state"]);
      await here.shop.db.write(sql`update orders set paid_at = now() where id = ${orderId}`);
      const before = await stocks();
      const { body } = await exchange(orderId);
      expect(body.received_at).not.toBeNull();
      expect(await here.statusOf(orderId)).toBe("completed");
      const received = await owner.call("POST", `/orders/${body.order_id}/exchange/received`, { state: "restock" });
      expect(received.status).toBe(409);
      expect(await stocks()).toEqual(before);
    });
  });
