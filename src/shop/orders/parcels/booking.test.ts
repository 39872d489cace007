import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { buildShop } from "#shop/app.ts";
import { hourMs, minuteMs } from "#shop/kernel/clock.ts";
import { sql } from "#shop/kernel/database.ts";
import { ResponseCache } from "#shop/kernel/response-cache.ts";

const total = hoops.price + 22_000;

for (const engine of engines)
  describe(`booking parcels on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });
    afterEach(() => here.ghn.trouble());

    const atCarrier = (orderId: number) =>
      here.ghn.parcels().filter(({ clientOrderCode }) => clientOrderCode.startsWith(`LIANNE-${orderId}`));
    const later = async (ms: number): Promise<void> => {
      here.shop.clock.advance(ms);
      await here.shop.runJobs();
      await here.ghn.settled();
    };

    test("one parcel, when the order is being processed, however often that happens", async () => {
      const orderId = await here.placed();
      await here.shop.runJobs();
      expect(atCarrier(orderId)).toEqual([]);
      for (const status of ["processing", "on-hold", "processing"]) await here.move(orderId, status);
      expect(atCarrier(orderId)).toHaveLength(1);
      const [{ orderCode, input } = { orderCode: "", input: {} }] = atCarrier(orderId);
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

    test("nothing is collected of what is paid, and nothing is sent of what is fetched", async () => {
      const paid = await here.placed();
      await here.merchant.put(orderPath(paid), { payment_method: "bacs", status: "processing", set_paid: true });
      await here.shop.runJobs();
      expect(atCarrier(paid)).toMatchObject([{ cod: 0 }]);
      const fetched = await here.placed({ shipping_lines: [{ method_id: "local_pickup" }] });
      await here.move(fetched, "processing");
      expect([await here.parcelsOf(fetched), atCarrier(fetched)]).toEqual([[], []]);
    });

    test.each([{ status: 500 }, { dead: true }, { malformed: true }, { status: 401 }])(
      "waits for a carrier with %o, and books then",
      async (wrong) => {
        here.ghn.trouble({ ...wrong, paths: ["create", "detail-by-client-code"] });
        const orderId = await here.placed();
        await here.move(orderId, "processing");
        await later(minuteMs);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ code: null, status: "to_book" }]);
        await later(hourMs);
        await later(hourMs);
        expect(await here.letters(orderId, "merchant_parcel_trouble")).toBe(1);
        here.ghn.trouble();
        await later(10 * minuteMs);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "ready_to_pick", failure: "" }]);
        expect(atCarrier(orderId)).toHaveLength(1);
      },
    );

    test.each([{}, { client_code_as_array: true }])(
      "finds what was taken while the answer was lost (%o)",
      async (shape) => {
        here.ghn.trouble({ dead: true, done: true, paths: ["create"] });
        const orderId = await here.placed();
        await here.move(orderId, "processing");
        expect(atCarrier(orderId)).toHaveLength(1);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ code: null }]);
        here.ghn.trouble({ ...shape, status: 500, paths: ["create"] });
        await later(minuteMs);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ code: atCarrier(orderId)[0]?.orderCode }]);
      },
    );

    test("what the carrier refuses is told, and can be booked when it is right", async () => {
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
      expect([await here.letters(orderId, "merchant_parcel_refused"), await here.statusOf(orderId)]).toEqual([
        1,
        "processing",
      ]);
      await ward("26740");
      await here.move(orderId, "on-hold");
      await here.move(orderId, "processing");
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "ready_to_pick", failure: "" }]);
    });

    test("an address chosen without the carrier's lists is sent by its names", async () => {
      const orderId = await here.placed();
      await here.shop.db.transaction((tx) =>
        tx.run(
          sql`update orders set location = location || '{"district_id": 910760, "ward_code": "26740"}' where id = ${orderId}`,
        ),
      );
      await here.move(orderId, "processing");
      expect(atCarrier(orderId)).toMatchObject([
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

    test("an order that a merchant's program makes as processing is sent like one that becomes it", async () => {
      const atOnce = await made({ status: "processing" });
      const paid = await made({ payment_method: "bacs", set_paid: true });
      const later = await made({});
      await here.move(later, "processing");
      for (const [orderId, cod] of [
        [atOnce, total],
        [paid, 0],
        [later, total],
      ] as const)
        expect(atCarrier(orderId)).toMatchObject([
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

    test("what a merchant's program has sent by itself is not booked, and keeps its number", async () => {
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
        expect([atCarrier(orderId), await here.parcelsOf(orderId)]).toMatchObject([[], [{ code, status: "picked" }]]);
        const { body } = await here.merchant.get<{ meta_data: unknown[] }>(orderPath(orderId));
        expect(body.meta_data).toContainEqual(expect.objectContaining({ key: "_tracking_number", value: code }));
      }
      expect(await here.parcelsOf(arrived)).toEqual([]);
    });

    test("more cash than the carrier takes is told instead of sent", async () => {
      const orderId = await here.placed();
      const fee_lines = [{ name: "Nhẫn kim cương", total: "60000000" }];
      await here.merchant.put(orderPath(orderId), { fee_lines, status: "processing" });
      await here.shop.runJobs();
      expect([atCarrier(orderId), await here.letters(orderId, "merchant_parcel_refused")]).toEqual([[], 1]);
      expect((await here.notesOf(orderId))[0]).toContain("60.412.000");
    });

    test("several processes book it once, and ask about it once", async () => {
      const other = await buildShop({ ...here.shop.shop, cache: new ResponseCache() });
      const orderId = await here.placed();
      await here.merchant.put(orderPath(orderId), { status: "processing" });
      await Promise.all([here.shop.runJobs(), other.jobs.runDue(), here.shop.runJobs(), other.jobs.runDue()]);
      expect([atCarrier(orderId).length, (await here.parcelsOf(orderId)).length]).toEqual([1, 1]);
      const asked = async () =>
        (
          await here.shop.db.all(sql`
            select 1 from outbox where kind = 'parcel' and payload ->> 'do' = 'ask'
              and (payload ->> 'parcel')::integer = (select id from parcel where order_id = ${orderId})`)
        ).length;
      const before = await asked();
      here.shop.clock.advance(4 * hourMs);
      await Promise.all([here.shop.runJobs(), other.jobs.runDue()]);
      expect(await asked()).toBe(before + 1);
      await other.jobs.stop();
      await other.http.close();
    });

    describe("called off", () => {
      test("before its pick-up, with its order", async () => {
        const { orderId, code } = await here.booked();
        await here.move(orderId, "cancelled");
        await here.shop.runJobs();
        expect(atCarrier(orderId)).toMatchObject([{ orderCode: code, status: "cancel" }]);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }]);
        expect([await here.notesOf(orderId), await here.statusOf(orderId)]).toEqual([[], "cancelled"]);
        await here.move(orderId, "processing");
        expect(atCarrier(orderId).map(({ clientOrderCode }) => clientOrderCode)).toContain(`LIANNE-${orderId}-2`);
      });

      test("too late: somebody is told", async () => {
        const { orderId, code } = await here.booked();
        here.ghn.trouble({ notices: "missing" });
        await here.advance(code, "picked");
        await here.move(orderId, "cancelled");
        expect(await here.notesOf(orderId)).toEqual([expect.stringContaining("Không dừng được kiện")]);
        expect(await here.letters(orderId, "merchant_parcel_trouble")).toBe(1);
        const known = await here.booked();
        here.ghn.trouble();
        await here.advance(known.code, "picked");
        await here.move(known.orderId, "cancelled");
        expect(await here.notesOf(known.orderId)).toEqual([expect.stringContaining("đã rời cửa hàng")]);
      });

      test("while the carrier is silent, when it answers again", async () => {
        const { orderId } = await here.booked();
        here.ghn.trouble({ status: 500 });
        await here.move(orderId, "cancelled");
        expect(atCarrier(orderId)).toMatchObject([{ status: "ready_to_pick" }]);
        here.ghn.trouble({ dead: true, done: true, paths: ["cancel"] });
        await later(minuteMs);
        here.ghn.trouble();
        await later(minuteMs);
        expect(atCarrier(orderId)).toMatchObject([{ status: "cancel" }]);
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }]);
      });

      test("and wanted again before the carrier has heard: somebody is told that nothing is on its way, once", async () => {
        const { orderId } = await here.booked();
        here.ghn.trouble({ status: 500 });
        await here.move(orderId, "cancelled");
        await here.move(orderId, "processing");
        expect([await here.parcelsOf(orderId), await here.notesOf(orderId)]).toMatchObject([[{ cod: total }], []]);
        here.ghn.trouble();
        await later(minuteMs);
        await here.shop.runJobs();
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }]);
        expect(await here.notesOf(orderId)).toEqual([expect.stringContaining("hãy đặt kiện khác")]);
        expect(await here.letters(orderId, "merchant_parcel_trouble")).toBe(1);
      });

      test("and wanted again when it cannot be stopped any more: it goes on", async () => {
        const { orderId, code } = await here.booked();
        here.ghn.trouble({ status: 500 });
        await here.move(orderId, "cancelled");
        await here.move(orderId, "processing");
        here.ghn.trouble({ notices: "missing" });
        here.ghn.advance(code, "picked");
        await later(minuteMs);
        expect(await here.notesOf(orderId)).toEqual([]);
        here.ghn.trouble();
        await here.advance(code, "delivering");
        expect(await here.letters(orderId, "order_shipped")).toBe(1);
        await here.advance(code, "delivered");
        expect(await here.statusOf(orderId)).toBe("completed");
      });

      test("before it was booked: then it never is, unless the carrier has it", async () => {
        here.ghn.trouble({ status: 500 });
        const never = await here.placed();
        await here.move(never, "processing");
        await here.move(never, "cancelled");
        here.ghn.trouble({ dead: true, done: true, paths: ["create"] });
        const taken = await here.placed();
        await here.move(taken, "processing");
        await here.move(taken, "cancelled");
        here.ghn.trouble();
        await later(10 * minuteMs);
        expect([await here.parcelsOf(never), atCarrier(never)]).toMatchObject([[{ status: "cancel" }], []]);
        expect(atCarrier(taken)).toMatchObject([{ status: "cancel" }]);
      });

      test("with an order that is deleted for good", async () => {
        const { orderId } = await here.booked();
        expect((await here.merchant.delete(`${orderPath(orderId)}?force=true`)).status).toBe(200);
        await here.shop.runJobs();
        expect(atCarrier(orderId)).toMatchObject([{ status: "cancel" }]);
      });
    });
  });
