import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { Fulfillment } from "#contract/woo/fulfillment.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { staffMember } from "#fixtures/testing/staff.ts";

for (const engine of engines)
  describe(`PC02: WooCommerce's fulfillments on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });
    const of = (orderId: number) => `/wp-json/wc/v3/orders/${orderId}/fulfillments`;
    const list = async (orderId: number) => (await here.merchant.get<Fulfillment[]>(of(orderId))).body;
    const metaOf = ({ meta_data }: Fulfillment) => Object.fromEntries(meta_data.map(({ key, value }) => [key, value]));
    const tracking = (code: string) => ({
      meta_data: [
        { key: "_tracking_number", value: code },
        { key: "_shipment_provider", value: "Viettel Post" },
      ],
    });

    test("a booked parcel is unfulfilled until its pickup, and has its code, carrier and items", async () => {
      const { orderId, code } = await here.booked();
      const [before] = await list(orderId);
      expect(before).toMatchObject({
        ...{ entity_type: "WC_Order", entity_id: String(orderId), status: "unfulfilled", is_fulfilled: false },
        ...{ date_deleted: null, date_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) },
      });
      if (!before) throw new Error("the order has no fulfillment");
      expect(metaOf(before)).toMatchObject({
        ...{ _tracking_number: code, _shipment_provider: "ghn", _tracking_url: expect.stringContaining(code) },
        _items: [{ item_id: expect.any(Number), qty: 1 }],
      });
      await here.advance(code, "picked");
      const path = `${of(orderId)}/${before.id}`;
      expect((await here.merchant.get<Fulfillment>(path)).body).toMatchObject({
        status: "fulfilled",
        is_fulfilled: true,
      });
      expect((await here.merchant.get(`${path}/metadata`)).body).toEqual(before.meta_data);
      const late = await here.merchant.call<Problem>("DELETE", path);
      expect([late.status, late.body.code]).toEqual([409, "lianne_invalid_state"]);
      const other = await here.merchant.put<Problem>(path, tracking("VTP9"));
      expect([other.status, other.body.code]).toEqual([409, "lianne_invalid_state"]);
      const found = await here.merchant.get(`${of(orderId)}/lookup?tracking_number=${code}`);
      expect(found.body).toMatchObject({ tracking_number: code, shipping_provider: "ghn" });
      expect((await here.merchant.get<Problem>(`${of(orderId)}/lookup`)).body.code).toBe(
        "woocommerce_rest_tracking_number_missing",
      );
    });

    test("a parcel that was sent manually is recorded with its code; the customer is emailed on request", async () => {
      const [silent, notified] = [await here.placed(), await here.placed()];
      const created = await here.merchant.post<Fulfillment>(of(silent), { is_fulfilled: true, ...tracking("VTP1") });
      expect([created.status, created.body.is_fulfilled]).toEqual([201, true]);
      expect(metaOf(created.body)).toMatchObject({ _tracking_number: "VTP1", _shipment_provider: "Viettel Post" });
      const taken = await here.merchant.post<Problem>(of(notified), tracking("VTP1"));
      expect([taken.status, Object.keys(taken.body.data.params ?? {})]).toEqual([400, ["meta_data"]]);
      expect((await here.merchant.post(`${of(notified)}?notify_customer=true`, tracking("VTP2"))).status).toBe(201);
      expect(await here.emailCount(silent, "order_shipped")).toBe(0);
      expect(await here.emailCount(notified, "order_shipped")).toBe(1);
    });

    test("a fulfillment without a code books a parcel, and is cancelled before its pick-up", async () => {
      const { orderId } = await here.booked();
      const [first] = await list(orderId);
      const path = `${of(orderId)}/${first?.id}`;
      expect((await here.merchant.post(of(orderId), { meta_data: [] })).status).toBe(409);
      expect((await here.merchant.call("DELETE", path)).body).toEqual({ message: "Fulfillment deleted successfully." });
      await here.shop.runJobs();
      expect(await list(orderId)).toEqual([]);
      expect((await here.merchant.get<Problem>(path)).body.code).toBe("woocommerce_rest_fulfillment_invalid_id");
      const again = await here.merchant.post<Fulfillment>(of(orderId), { meta_data: [] });
      expect([again.status, again.body.status]).toEqual([201, "unfulfilled"]);
      await here.shop.runJobs();
      expect(here.atCarrier(orderId).map(({ status }) => status)).toEqual(["ready_to_pick", "cancel"]);
    });

    test("what a parcel cannot store is rejected, and unknown orders and closed ones too", async () => {
      const orderId = await here.placed();
      const bad = [
        { meta_data: [{ key: "_delivery_date", value: "2026-11-24" }] },
        { meta_data: [{ key: "_items", value: [{ item_id: 1, qty: 1 }] }] },
        { is_fulfilled: true, meta_data: [] },
      ];
      for (const body of bad) {
        const { status, body: problem } = await here.merchant.post<Problem>(of(orderId), body);
        expect([status, Object.keys(problem.data.params ?? {})]).toEqual([400, ["meta_data"]]);
      }
      expect((await here.merchant.get<Problem>(of(99_999_999))).body.code).toBe("woocommerce_rest_order_invalid_id");
      await here.move(orderId, "cancelled");
      expect((await here.merchant.post(of(orderId), tracking("VTP3"))).status).toBe(409);
      const { browser } = await staffMember(here.shop, "accountant");
      expect((await browser.request("GET", of(orderId))).status).toBe(200);
      expect((await browser.request("POST", of(orderId), tracking("VTP4"))).status).toBe(403);
    });
  });
