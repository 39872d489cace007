import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { keyVariants } from "#fixtures/testing/key-variants.ts";
import { ledgerOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { carrierShopId, openShippingShop, type ShippingShop, webhookPath } from "#fixtures/testing/shipping-shop.ts";
import { buildShop } from "#shop/app.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`carrier webhooks on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });
    afterEach(() => here.ghn.setFaults());

    const postWebhook = (body: object, path = webhookPath()) =>
      here.shop.client().post(path, body, { authorization: null });
    const bodyOf = (orderId: number, code: string, own: object = {}) => ({
      ...{ OrderCode: code, ClientOrderCode: `LIANNE-${orderId}`, ShopID: carrierShopId, Type: "switch_status" },
      ...{ Status: "picked", Time: here.shop.clock.now().toISOString() },
      ...own,
    });
    const events = (orderId: number) =>
      here.shop.db.all<{ status: string; at: Date }>(sql`
        select e.status, e.at from parcel_event e join parcel p on p.id = e.parcel_id where p.order_id = ${orderId} order by e.at, e.id`);

    test("tracking events are shown to the customer, and emailed once", async () => {
      const { orderId, code } = await here.booked();
      expect((await here.record(orderId)).parcel).toMatchObject({
        tracking_code: code,
        tracking_url: expect.stringContaining(`/tracking?order_code=${code}`),
        status: "waiting",
        expected_at: expect.stringMatching(/Z$/),
      });
      for (const status of [
        "picking",
        "picked",
        "storing",
        "transporting",
        "delivering",
        "delivery_fail",
        "delivering",
      ]) {
        here.shop.clock.advance(hourMs);
        await here.advance(code, status);
      }
      const { parcel } = await here.record(orderId);
      expect(parcel?.steps.map(({ status }) => status)).toEqual([
        ...["waiting", "in_transit", "delivering", "failed_try", "delivering"],
      ]);
      expect(parcel?.status).toBe("delivering");
      expect(await here.emailCount(orderId, "order_shipped")).toBe(1);
      expect(await here.statusOf(orderId)).toBe("processing");
    });

    test("delivery completes the order and records its cash, once", async () => {
      const { orderId, code } = await here.booked();
      here.ghn.setFaults({ notifications: "double" });
      for (const status of ["picked", "delivering", "delivered"]) await here.advance(code, status);
      expect([await here.statusOf(orderId), await ledgerOf(here.shop, orderId)]).toMatchObject([
        "completed",
        [{ status: "succeeded", amount: hoops.price + 22_000 }],
      ]);
      await postWebhook(bodyOf(orderId, code, { Status: "delivered" }));
      await postWebhook(bodyOf(orderId, code, { Status: "delivering", Time: "2020-01-01T00:00:00Z" }));
      await here.shop.runJobs();
      const moves = await here.shop.db.all(sql`
        select to_status "to", actor from order_event where order_id = ${orderId} and to_status = 'completed'`);
      expect(moves).toEqual([{ to: "completed", actor: "carrier" }]);
      expect(await here.record(orderId)).toMatchObject({
        parcel: { status: "delivered", expected_at: null },
        payment: { status: "paid" },
      });
      expect(await here.parcelsOf(orderId)).toMatchObject([{ transferred: false }]);
      await here.advance(code, "cod_transfer");
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "delivered", transferred: true }]);
    });

    test("concurrent webhooks at several processes complete the order once", async () => {
      const other = await buildShop({ ...here.shop.shop, cache: new ResponseCache() });
      const { orderId, code } = await here.booked();
      here.ghn.setFaults({ notifications: "missing" });
      here.ghn.advance(code, "delivered");
      const arrived = (minutesAgo: number) =>
        bodyOf(orderId, code, {
          Status: "delivered",
          Time: new Date(here.shop.clock.now().getTime() - minutesAgo * minuteMs).toISOString(),
        });
      const responses = await Promise.all(
        [here.shop.http, other.http, here.shop.http, other.http].map((http, index) =>
          http.inject({ method: "POST", url: webhookPath(), payload: arrived(index % 2) }),
        ),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      await Promise.all([here.shop.runJobs(), other.jobs.runDue(), here.shop.runJobs(), other.jobs.runDue()]);
      const moves = await here.shop.db.all(sql`
        select 1 from order_event where order_id = ${orderId} and to_status = 'completed'`);
      expect([moves.length, await ledgerOf(here.shop, orderId)]).toMatchObject([1, [{ status: "succeeded" }]]);
      expect((await events(orderId)).filter(({ status }) => status === "delivered")).toHaveLength(1);
      await other.jobs.stop();
      await other.http.close();
    });

    test("a delivery that the carrier does not confirm has no effect", async () => {
      const { orderId, code } = await here.booked();
      for (const Status of ["delivered", "returned", "lost", "cancel"]) {
        expect((await postWebhook(bodyOf(orderId, code, { Status }))).status).toBe(200);
        await here.shop.runJobs();
      }
      expect([await here.statusOf(orderId), await here.notesOf(orderId)]).toEqual(["processing", []]);
      expect(await here.record(orderId)).toMatchObject({ parcel: { status: "waiting" } });
    });

    test("a delivery waits until the carrier confirms it", async () => {
      const { orderId, code } = await here.booked();
      here.ghn.setFaults({ status: 500 });
      await here.advance(code, "delivered");
      expect(await here.statusOf(orderId)).toBe("processing");
      here.ghn.setFaults();
      await here.later(6 * minuteMs);
      expect(await here.statusOf(orderId)).toBe("completed");
    });

    test("repeated, late and reordered webhooks change nothing", async () => {
      const { orderId, code } = await here.booked();
      here.shop.clock.advance(minuteMs);
      here.ghn.setFaults({ notifications: "out_of_order" });
      here.ghn.advance(code, "picked");
      here.shop.clock.advance(minuteMs);
      here.ghn.setFaults();
      here.ghn.advance(code, "delivering");
      await here.ghn.settled();
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "delivering" }]);
      const before = await events(orderId);
      expect(before.map(({ status }) => status)).toEqual(["ready_to_pick", "picked", "delivering"]);
      const old = bodyOf(orderId, code, { Time: before[1]?.at.toISOString() });
      for (let times = 0; times < 3; times++) await postWebhook(old);
      expect(await events(orderId)).toEqual(before);
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "delivering" }]);
    });

    test("an unknown status is stored and shown as in transit", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "teleporting");
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "teleporting" }]);
      expect(await here.record(orderId)).toMatchObject({ parcel: { status: "in_transit" } });
    });

    test.each([
      ["returned", "đã được trả về cửa hàng"],
      ["lost", "bị thất lạc"],
      ["damage", "bị hư hỏng"],
      ["exception", "gặp sự cố"],
      ["cancel", "đã hủy kiện"],
    ])("%s notifies the merchant once, and the order does not change", async (status, words) => {
      const { orderId, code } = await here.booked();
      await here.advance(code, status);
      await here.later(4 * hourMs);
      expect(await here.statusOf(orderId)).toBe("processing");
      expect(await here.notesOf(orderId)).toEqual([expect.stringContaining(words)]);
      expect(await here.emailCount(orderId, "merchant_parcel_trouble")).toBe(1);
      expect(await ledgerOf(here.shop, orderId)).toMatchObject([{ status: "pending" }]);
    });

    test("an order with a wrong cash amount is not completed", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "delivering");
      here.ghn.setFaults({ cod_fixed: true });
      await here.merchant.put(`/wp-json/wc/v3/orders/${orderId}`, { fee_lines: [{ name: "Gói quà", total: "20000" }] });
      await here.shop.runJobs();
      here.ghn.setFaults();
      await here.advance(code, "delivered");
      expect([await here.statusOf(orderId), await ledgerOf(here.shop, orderId)]).toMatchObject([
        "processing",
        [{ status: "pending" }],
      ]);
      expect(await here.notesOf(orderId)).toEqual([
        expect.stringContaining("tiền thu hộ không còn đúng"),
        expect.stringContaining("đã được giao, nhưng số tiền thu hộ"),
      ]);
    });

    test("an order completes after its cash changed in transit: the carrier is updated, or the merchant notified", async () => {
      const notifications = (orderId: number) => here.emailCount(orderId, "merchant_parcel_trouble");
      const codAt = (code: string) => here.ghn.parcels().find(({ orderCode }) => orderCode === code)?.cod;
      const changes = [
        [{ set_paid: true }, 0],
        [{ payment_method: "bacs", set_paid: true }, 0],
        [{ fee_lines: [{ name: "Gói quà", total: "20000" }] }, hoops.price + 42_000],
      ] as const;
      for (const [change, cod] of changes) {
        const { orderId, code } = await here.booked();
        here.ghn.setFaults({ status: 500 });
        await here.merchant.put(orderPath(orderId), change);
        await here.shop.runJobs();
        here.ghn.setFaults();
        here.shop.clock.advance(61_000);
        await here.shop.runJobs();
        await here.ghn.settled();
        expect([codAt(code), (await here.parcelsOf(orderId))[0]?.cod]).toEqual([cod, cod]);
        await here.advance(code, "delivered");
        expect([await here.statusOf(orderId), await notifications(orderId)]).toEqual(["completed", 0]);
        expect(await here.notesOf(orderId)).toEqual([expect.stringMatching(/thu hộ [\d.]+\s₫/)]);
      }
      const { orderId, code } = await here.booked();
      await here.merchant.put(orderPath(orderId), { fee_lines: [{ name: "Kim cương", total: "60000000" }] });
      expect([await notifications(orderId), codAt(code)]).toEqual([1, hoops.price + 22_000]);
      const byHand = await here.booked();
      await here.move(byHand.orderId, "completed");
      await here.advance(byHand.code, "delivered");
      expect([await here.statusOf(byHand.orderId), await here.notesOf(byHand.orderId)]).toEqual(["completed", []]);
    });

    test("the COD amount is right after a lost response to an update that was reverted", async () => {
      const { orderId, code } = await here.booked();
      const codAt = () => here.ghn.parcels().find(({ orderCode }) => orderCode === code)?.cod;
      here.ghn.setFaults({ dead: true, done: true, paths: ["updateCOD"], notifications: "missing" });
      const fee_lines = [{ name: "Gói quà", total: "20000" }];
      const { body } = await here.merchant.put<WooOrder>(orderPath(orderId), { fee_lines });
      await here.shop.runJobs();
      expect(codAt()).toBe(hoops.price + 42_000);
      await here.merchant.put(orderPath(orderId), { fee_lines: [{ id: body.fee_lines[0]?.id, total: "0" }] });
      here.ghn.setFaults({ notifications: "missing" });
      await here.later(2 * minuteMs);
      const total = hoops.price + 22_000;
      expect([codAt(), (await here.parcelsOf(orderId))[0]?.cod, await here.notesOf(orderId)]).toEqual([
        total,
        total,
        [],
      ]);
    });

    test("a wrong secret is 404, and webhooks of other shops, orders and shipments have no effect", async () => {
      const { orderId, code } = await here.booked();
      for (const path of [webhookPath("guessed"), webhookPath(" "), "/wp-json/ghn/v1/webhook/"])
        expect((await postWebhook(bodyOf(orderId, code), path)).status, path).toBe(404);
      for (const own of [
        { ShopID: carrierShopId + 1 },
        { ShopID: undefined },
        { OrderCode: "LXXXXXX" },
        { OrderCode: undefined },
        { ClientOrderCode: "LIANNE-99999999" },
        { ClientOrderCode: undefined },
        { ClientOrderCode: { $ne: "" }, OrderCode: ["x"] },
      ])
        expect(await postWebhook(bodyOf(orderId, code, own))).toMatchObject({ status: 200, body: { success: true } });
      for (const body of [{}, { Time: "yesterday" }, { Status: 7 }]) expect((await postWebhook(body)).status).toBe(200);
      expect((await events(orderId)).map(({ status }) => status)).toEqual(["ready_to_pick"]);
      expect((await postWebhook(bodyOf(orderId, code, { Time: "2999-01-01T00:00:00Z" }))).status).toBe(200);
      here.shop.clock.advance(minuteMs);
      await here.advance(code, "delivering");
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "delivering" }]);
    });

    test("a key that is missing, null or of another type does not lose an event", async () => {
      const { orderId, code } = await here.booked();
      here.ghn.setFaults({ notifications: "missing" });
      const sample = bodyOf(orderId, code, { Reason: "", CODAmount: 412_000, TotalFee: 22_000, Warehouse: "Kho 1" });
      const wrong: string[] = [];
      let count = 0;
      for (const { name, key, document } of keyVariants(sample)) {
        // without the shop's own code only the regular poll finds the shipment
        if (key === "ClientOrderCode") continue;
        here.shop.clock.advance(minuteMs);
        const status = count++ % 2 === 0 ? "transporting" : "sorting";
        here.ghn.advance(code, status);
        const { Status, Time, ...others } = document as Record<string, unknown>;
        const time = Time === sample.Time ? here.shop.clock.now().toISOString() : Time;
        const body = { ...others, Time: time, Status: Status === sample.Status ? status : Status };
        const response = await postWebhook(body);
        await here.shop.runJobs();
        const [parcel] = await here.parcelsOf(orderId);
        if (response.status !== 200 || parcel?.status !== status) wrong.push(`${name}: ${parcel?.status}`);
      }
      expect(wrong).toEqual([]);
    });

    test("a webhook is retried until the shop accepts it", async () => {
      const { orderId, code } = await here.booked();
      const calls = here.shop.shop.config.ghn;
      if (!calls) throw new Error("no carrier");
      const { webhookSecret } = calls;
      calls.webhookSecret = "another for a moment";
      here.ghn.advance(code, "picked");
      setTimeout(() => {
        calls.webhookSecret = webhookSecret;
      }, 70);
      await here.ghn.settled();
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "picked" }]);
    });
  });
