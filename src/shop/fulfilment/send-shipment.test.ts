import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { buildShop } from "#shop/app.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { sql } from "#shop/kernel/db/database.ts";

const total = hoops.price + 22_000;

for (const engine of engines)
  describe(`booking shipments on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });
    afterEach(() => here.ghn.setFaults());

    test("books one shipment when the order is processed, however often", async () => {
      const orderId = await here.placed();
      await here.shop.runJobs();
      expect(here.atCarrier(orderId)).toEqual([]);
      for (const status of ["processing", "on-hold", "processing"]) await here.move(orderId, status);
      expect(here.atCarrier(orderId)).toHaveLength(1);
      const [{ orderCode, input } = { orderCode: "", input: {} }] = here.atCarrier(orderId);
      expect(input).toMatchObject({
        ...{ payment_type_id: 1, required_note: "CHOXEMHANGKHONGTHU", client_order_code: `LIANNE-${orderId}` },
        ...{ to_name: "Trần Thị Ngọc", to_phone: "0912345678", to_district_id: 1760, to_ward_code: "26740" },
        ...{ cod_amount: total, insurance_value: hoops.price, weight: 200, service_type_id: 2 },
        to_address: "12 Nguyễn Huệ, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh",
        content: expect.stringContaining("× 1"),
      });
      expect(await here.parcelsOf(orderId)).toMatchObject([{ code: orderCode, status: "ready_to_pick", cod: total }]);
      const { body } = await here.merchant.get<{ meta_data: unknown[] }>(orderPath(orderId));
      expect(body.meta_data).toContainEqual(expect.objectContaining({ key: "_tracking_number", value: orderCode }));
    });

    test("paid orders have no COD amount, and pickups no shipment", async () => {
      const paid = await here.placed();
      await here.merchant.put(orderPath(paid), { payment_method: "bacs", status: "processing", set_paid: true });
      await here.shop.runJobs();
      expect(here.atCarrier(paid)).toMatchObject([{ cod: 0 }]);
      const fetched = await here.placed({ shipping_lines: [{ method_id: "local_pickup" }] });
      await here.move(fetched, "processing");
      expect([await here.parcelsOf(fetched), here.atCarrier(fetched)]).toEqual([[], []]);
    });

    test.each([{ status: 500 }, { dead: true }, { malformed: true }, { status: 401 }])(
      "waits for a carrier with %o, and books then",
      async (wrong) => {
        here.ghn.setFaults({ ...wrong, paths: ["create", "detail-by-client-code"] });
        const orderId = await here.placed();
        await here.move(orderId, "processing");
        await here.later(minuteMs);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ code: null, status: "to_book" }]);
        await here.later(hourMs);
        await here.later(hourMs);
        expect(await here.emailCount(orderId, "merchant_parcel_trouble")).toBe(1);
        here.ghn.setFaults();
        await here.later(10 * minuteMs);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "ready_to_pick", failure: "" }]);
        expect(here.atCarrier(orderId)).toHaveLength(1);
      },
    );

    test.each([{}, { client_code_as_array: true }])("finds the booking whose response was lost (%o)", async (shape) => {
      here.ghn.setFaults({ dead: true, done: true, paths: ["create"] });
      const orderId = await here.placed();
      await here.move(orderId, "processing");
      expect(here.atCarrier(orderId)).toHaveLength(1);
      expect(await here.parcelsOf(orderId)).toMatchObject([{ code: null }]);
      here.ghn.setFaults({ ...shape, status: 500, paths: ["create"] });
      await here.later(minuteMs);
      expect(await here.parcelsOf(orderId)).toMatchObject([{ code: here.atCarrier(orderId)[0]?.orderCode }]);
    });

    // every key that neither booking nor polling needs
    const optionalKeys = [
      ...["client_order_code", "updated_date", "leadtime", "finish_date", "cod_amount", "is_cod_collected", "log"],
      ...["cod_collect_date", "is_cod_transferred", "cod_transfer_date", "total_fee", "expected_delivery_time"],
    ];
    test.each([
      ...optionalKeys.map((key) => ({ missing_keys: [key] })),
      { missing_keys: optionalKeys },
      { null_keys: optionalKeys },
    ])("finds the booking whose response was lost, and polls it, with %o", async (keys) => {
      here.ghn.setFaults({ ...keys, dead: true, done: true, paths: ["create"] });
      const orderId = await here.placed();
      await here.move(orderId, "processing");
      here.ghn.setFaults({ ...keys, status: 500, paths: ["create"] });
      await here.later(minuteMs);
      const code = here.atCarrier(orderId)[0]?.orderCode ?? "";
      expect(await here.parcelsOf(orderId)).toMatchObject([{ code, status: "ready_to_pick" }]);
      expect((await here.record(orderId)).parcel).toMatchObject({ tracking_code: code });
      // "delivered" is only trusted after a poll
      await here.advance(code, "delivered");
      expect(await here.parcelsOf(orderId)).toMatchObject([{ code, status: "delivered" }]);
      expect(await here.statusOf(orderId)).toBe("completed");
    });

    test("a refusal by the carrier notifies the merchant, and can be booked after a correction", async () => {
      const orderId = await here.placed();
      const ward = (code: string) =>
        here.shop.db.transaction((tx) =>
          tx.run(
            sql`update orders set location = jsonb_set(location, '{ward_code}', to_jsonb(${code}::text)) where id = ${orderId}`,
          ),
        );
      await ward("1A0706");
      await here.move(orderId, "processing");
      expect(await here.parcelsOf(orderId)).toMatchObject([
        { status: "refused", failure: expect.stringContaining("Phường xã") },
      ]);
      expect(await here.notesOf(orderId)).toEqual([expect.stringContaining("Phường xã không thuộc quận huyện")]);
      expect([await here.emailCount(orderId, "merchant_parcel_refused"), await here.statusOf(orderId)]).toEqual([
        1,
        "processing",
      ]);
      await ward("26740");
      await here.move(orderId, "on-hold");
      await here.move(orderId, "processing");
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "ready_to_pick", failure: "" }]);
    });

    test("an address without the carrier's ids is sent by its names", async () => {
      const orderId = await here.placed();
      await here.shop.db.transaction((tx) =>
        tx.run(
          sql`update orders set location = location || '{"district_id": 910760, "ward_code": "26740"}' where id = ${orderId}`,
        ),
      );
      await here.move(orderId, "processing");
      expect(here.atCarrier(orderId)).toMatchObject([
        { input: { to_ward_name: "Phường Bến Nghé", to_district_name: "Quận 1" } },
      ]);
    });

    const shipping = {
      ...{ first_name: "An", last_name: "Lê", phone: "0912345678", country: "VN" },
      ...{ address_1: "5 Lê Lợi", address_2: "Phường Bến Nghé", state: "Quận 1", city: "Thành phố Hồ Chí Minh" },
    };
    const order = {
      ...{ payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }], shipping },
      shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "22000" }],
    };
    const made = async (own: object) => (await orderOf(here.merchant, { ...order, ...own })).id;

    test("an order created as processing is booked like one that becomes processing", async () => {
      const atOnce = await made({ status: "processing" });
      const paid = await made({ payment_method: "bacs", set_paid: true });
      const later = await made({});
      await here.move(later, "processing");
      for (const [orderId, cod] of [
        [atOnce, total],
        [paid, 0],
        [later, total],
      ] as const)
        expect(here.atCarrier(orderId)).toMatchObject([
          { cod, input: { to_ward_name: "Phường Bến Nghé", to_district_name: "Quận 1", to_name: "Lê An" } },
        ]);
      const fetched = await made({ status: "processing", shipping_lines: [{ method_id: "local_pickup", total: "0" }] });
      const incomplete = await made({ status: "processing", shipping: { ...shipping, address_2: "" } });
      const overTheCounter = await made({ status: "processing", shipping_lines: [] });
      const abroad = await made({ status: "processing", shipping: { ...shipping, country: "US" } });
      await here.shop.runJobs();
      for (const orderId of [fetched, incomplete, overTheCounter, abroad])
        expect(await here.parcelsOf(orderId)).toEqual([]);
    });

    test("AD16, AD17: an address since July 2025 is booked by its names, with the former district or without one", async () => {
      const current = { address_2: "phường Sài Gòn", city: "TP. Hồ Chí Minh" };
      const without = await made({ status: "processing", shipping: { ...shipping, ...current, state: "" } });
      const former = await made({ status: "processing", shipping: { ...shipping, ...current, state: "Quận 1" } });
      const unknown = await made({
        ...{ status: "processing", shipping: { ...shipping, address_2: "Phường Không Có", state: "" } },
      });
      const elsewhere = await made({ status: "processing", shipping: { ...shipping, ...current, state: "Quận 7" } });
      await here.shop.runJobs();
      for (const orderId of [without, former]) {
        expect(here.atCarrier(orderId)).toMatchObject([
          {
            input: {
              ...{ is_new_to_address: true, to_ward_name: "Phường Sài Gòn", to_province_name: "Thành phố Hồ Chí Minh" },
              to_address: expect.stringContaining("5 Lê Lợi, phường Sài Gòn"),
            },
          },
        ]);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "ready_to_pick", failure: "" }]);
      }
      for (const orderId of [unknown, elsewhere]) {
        expect(here.atCarrier(orderId)).toEqual([]);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "refused" }]);
        expect(await here.emailCount(orderId, "merchant_parcel_refused")).toBe(1);
      }
    });

    test("a shipment that a merchant's program recorded is not booked, and its tracking code stays", async () => {
      const numbered = (code: string) => ({ meta_data: [{ key: "_tracking_number", value: code }] });
      const processing = { status: "processing" };
      const change = (orderId: number, body: object) => here.merchant.put(orderPath(orderId), body);
      const atOnce = await made({ ...processing, ...numbered("VTP-0") });
      const first = await made(numbered("VTP-1"));
      await change(first, processing);
      const together = await made({});
      await change(together, { ...processing, ...numbered("VTP-2") });
      const after = await made(processing);
      await change(after, numbered("VTP-3"));
      const arrived = await made({ status: "completed", ...numbered("VTP-4") });
      await here.shop.runJobs();
      for (const [nth, orderId] of [atOnce, first, together, after].entries()) {
        const code = `VTP-${nth}`;
        expect([here.atCarrier(orderId), await here.parcelsOf(orderId)]).toMatchObject([
          [],
          [{ code, status: "picked" }],
        ]);
        const { body } = await here.merchant.get<{ meta_data: unknown[] }>(orderPath(orderId));
        expect(body.meta_data).toContainEqual(expect.objectContaining({ key: "_tracking_number", value: code }));
      }
      expect(await here.parcelsOf(arrived)).toEqual([]);
    });

    test("a COD amount above the carrier's maximum notifies the merchant instead", async () => {
      const orderId = await here.placed();
      const fee_lines = [{ name: "Nhẫn kim cương", total: "60000000" }];
      await here.merchant.put(orderPath(orderId), { fee_lines, status: "processing" });
      await here.shop.runJobs();
      expect([here.atCarrier(orderId), await here.emailCount(orderId, "merchant_parcel_refused")]).toEqual([[], 1]);
      expect((await here.notesOf(orderId))[0]).toContain("60.412.000");
    });

    test("several processes book it once and poll it once", async () => {
      const other = await buildShop({ ...here.shop.shop, cache: new ResponseCache() });
      const orderId = await here.placed();
      await here.merchant.put(orderPath(orderId), { status: "processing" });
      await Promise.all([here.shop.runJobs(), other.jobs.runDue(), here.shop.runJobs(), other.jobs.runDue()]);
      expect([here.atCarrier(orderId).length, (await here.parcelsOf(orderId)).length]).toEqual([1, 1]);
      const pollCount = async () =>
        (
          await here.shop.db.all(sql`
            select 1 from outbox where kind = 'parcel' and payload ->> 'do' = 'poll'
              and (payload ->> 'parcel')::integer = (select id from parcel where order_id = ${orderId})`)
        ).length;
      const before = await pollCount();
      here.shop.clock.advance(4 * hourMs);
      await Promise.all([here.shop.runJobs(), other.jobs.runDue()]);
      expect(await pollCount()).toBe(before + 1);
      await other.jobs.stop();
      await other.http.close();
    });
  });
