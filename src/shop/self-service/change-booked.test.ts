import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, calendarDayOf } from "#contract/calendar-days.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import { aCodOrder, benNgheOfCarrier, hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { type OwnOrders, ownOrderPath, ownOrders } from "#fixtures/testing/own-orders.ts";
import { refuseWrites } from "#fixtures/testing/refuse-writes.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Phường Phúc Xá, Quận Ba Đình, Hà Nội */
const far = { provinceId: 201, districtId: 1_001, wardCode: "00001" };
const total = hoops.price + 22_000;
const farTotal = hoops.price + 38_000;

for (const engine of engines)
  describe(`another address for a booked parcel on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let own: OwnOrders;
    const settle = async () => {
      await here.shop.runJobs();
      await here.ghn.settled();
      await here.shop.runJobs();
    };
    const change = async (id: number) => (await own.record(id)).self_service.change;
    const statuses = (id: number) =>
      here.atCarrier(id).map(({ clientOrderCode, status }) => `${clientOrderCode} ${status}`);
    const pack = (id: number) => owner.call<Problem>("POST", `/pack/orders/${id}/assign`, {});
    const street = async (id: number) => (await own.record(id)).shipping.address;
    /** an order that was requested to go far */
    const requested = async () => {
      const { orderId, code } = await here.booked();
      const { status, body } = await own.toAddress(orderId, far);
      expect([status, body.payment_url, body.order.change]).toMatchObject([200, "", { kind: "address", state: "due" }]);
      return { id: orderId, code, next: `LIANNE-${orderId}-C` };
    };

    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      const row = await here.shop.db.one<{ id: number }>(sql`select max(id) id from customer`);
      own = ownOrders(here.shopper, row?.id ?? 0);
    });
    beforeEach(() => here.ghn.setFaults());

    test("SO06: the parcel is cancelled and booked again in one job, with the new total as its cash", async () => {
      const { id, code, next } = await requested();
      expect([await street(id), (await own.record(id)).payment.total_amount]).toEqual(["12 Nguyễn Huệ", total]);
      expect((await own.record(id)).self_service.actions).toEqual(["resend_email"]);
      const early = await pack(id);
      expect([early.status, early.body.code], "the label is about to change").toEqual([409, "lianne_invalid_state"]);
      await settle();
      expect(statuses(id)).toEqual([expect.stringMatching(/-C\d+ ready_to_pick$/), `LIANNE-${id} cancel`]);
      const [booked] = here.atCarrier(id);
      expect(booked).toMatchObject({ cod: farTotal, input: { to_district_id: 1_001, to_ward_code: "00001" } });
      expect(booked?.clientOrderCode.startsWith(next)).toBe(true);
      expect(await here.parcelsOf(id)).toMatchObject([
        { code, status: "cancel" },
        { code: booked?.orderCode, status: "ready_to_pick", cod: farTotal },
      ]);
      const record = await own.record(id);
      expect(record).toMatchObject({
        ...{ payment: { total_amount: farTotal, shipping_cost: 38_000 }, self_service: { change: null } },
        shipping: { address: "99 Lê Lợi", province_name: "Thành phố Hà Nội", tracking_code: booked?.orderCode },
      });
      expect(record.self_service.actions).toContain("change_address");
      expect(await here.notesOf(id)).toEqual([expect.stringContaining("99 Lê Lợi")]);
      const timeline = (await owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`)).body;
      const changes = timeline.filter(({ message }) => message.includes("99 Lê Lợi"));
      expect(
        changes.map(({ kind, actor }) => [kind, actor.kind]),
        "OD02: once",
      ).toEqual([["note", "customer"]]);
      expect(timeline.filter(({ kind }) => kind === "edit")).toEqual([]);
      expect(await here.emailCount(id, "merchant_parcel_trouble"), "no alarm about the old booking").toBe(0);
      await settle();
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "cancel" }, { status: "ready_to_pick" }]);
      expect((await pack(id)).status).toBe(200);
      await here.advance(booked?.orderCode ?? "", "delivering");
      await here.advance(booked?.orderCode ?? "", "delivered");
      expect(await here.statusOf(id)).toBe("completed");
    });

    test("SO06, DP12: a later day that staff have promised stays with another address, an earlier one does not", async () => {
      const promiseDay = async (id: number, day: string) =>
        expect((await owner.call("POST", `/orders/${id}/promise`, { day, reason: "đá về chậm" })).status).toBe(200);
      here.shop.clock.avoidMidnight();
      const today = calendarDayOf(here.shop.clock.now());
      const { orderId: id } = await here.booked();
      const moved = async (ward: typeof far) => {
        expect((await own.toAddress(id, ward)).status).toBe(200);
        await settle();
        const { promise } = await own.record(id);
        const row = await here.shop.db.one<{ day: string }>(
          sql`select measured_by::text "day" from order_promise where order_id = ${id}`,
        );
        return { promise, measuredBy: row?.day ?? "" };
      };
      const late = addDays(today, 60);
      await promiseDay(id, late);
      const postponed = await moved(far);
      expect([postponed.promise?.by, await here.emailCount(id, "promise_missed")]).toEqual([late, 0]);
      expect(postponed.measuredBy < late).toBe(true);
      await promiseDay(id, today);
      const computed = await moved(benNgheOfCarrier);
      expect(computed.promise?.by).toBe(computed.measuredBy);
      expect(computed.measuredBy > today).toBe(true);
    });

    test("SO06: if the carrier refuses the new booking, the old one stays, and so does the order", async () => {
      const { id, code } = await requested();
      await here.shop.db.write(sql`
        update order_change set edit = jsonb_set(edit, '{location,ward_code}', '"99999"') where order_id = ${id}`);
      await settle();
      expect(statuses(id)).toEqual([`LIANNE-${id} ready_to_pick`]);
      expect(await here.parcelsOf(id)).toMatchObject([{ code, status: "ready_to_pick", cod: total }]);
      expect(await street(id)).toBe("12 Nguyễn Huệ");
      expect(await change(id)).toMatchObject({ state: "refused", refused: "carrier", amount: 0 });
      expect(await here.notesOf(id)).toEqual([expect.stringContaining("Hãng vận chuyển không nhận địa chỉ mới")]);
      expect(await here.emailCount(id, "merchant_customer_change")).toBe(1);
      expect((await pack(id)).status).toBe(200);
    });

    test("SO06, SO14: a parcel that is picked up meanwhile keeps its address, and the new booking is cancelled", async () => {
      const { id, code } = await requested();
      here.ghn.setFaults({ notifications: "missing" });
      here.ghn.advance(code, "picked");
      await settle();
      expect(statuses(id)).toEqual([expect.stringMatching(/-C\d+ cancel$/), `LIANNE-${id} picked`]);
      expect(await here.parcelsOf(id)).toMatchObject([{ code, cod: total }]);
      expect([await street(id), await change(id)]).toMatchObject(["12 Nguyễn Huệ", { refused: "carrier" }]);
      here.ghn.setFaults();
      await here.advance(code, "delivering");
      await here.advance(code, "delivered");
      expect(await here.statusOf(id)).toBe("completed");
    });

    test("SO06: a lost response books the parcel once", async () => {
      const { id } = await requested();
      for (const path of ["create", "cancel"]) {
        here.ghn.setFaults({ dead: true, done: true, paths: [path] });
        await settle();
        expect(await change(id)).toMatchObject({ state: "due" });
        here.ghn.setFaults({ dead: true, done: true, paths: ["cancel"] });
        await here.later(minuteMs);
      }
      here.ghn.setFaults();
      await here.later(minuteMs);
      await settle();
      expect(statuses(id)).toEqual([expect.stringMatching(/-C\d+ ready_to_pick$/), `LIANNE-${id} cancel`]);
      expect(await here.parcelsOf(id)).toMatchObject([
        { status: "cancel" },
        { status: "ready_to_pick", cod: farTotal },
      ]);
    });

    test("SO06: a carrier that stays silent is given up: the order can be packed, and goes to its old address", async () => {
      const { id, code } = await requested();
      here.ghn.setFaults({ status: 500 });
      await settle();
      for (let minute = 0; minute < 11; minute++) await here.later(minuteMs);
      expect(await change(id)).toMatchObject({ state: "refused", refused: "carrier" });
      here.ghn.setFaults();
      await here.later(10 * minuteMs);
      expect(statuses(id)).toEqual([`LIANNE-${id} ready_to_pick`]);
      expect([await here.parcelsOf(id), await street(id)]).toMatchObject([[{ code }], "12 Nguyễn Huệ"]);
      expect((await pack(id)).status).toBe(200);
    });

    for (const path of ["create", "cancel"])
      test(`SO06: what staff edit before the carrier's response to "${path}" stays, and the parcel goes there`, async () => {
        const { id, next } = await requested();
        const delayed = here.ghn.delayNext(path);
        const job = here.shop.runJobs();
        await delayed.arrived;
        const edit = { shipping: { address_1: "7 Đồng Khởi" } };
        expect((await owner.request("PUT", orderPath(id), edit)).status).toBe(200);
        delayed.release();
        await job;
        await settle();
        await settle();
        expect([await street(id), await change(id)]).toMatchObject([
          "7 Đồng Khởi",
          { state: "refused", refused: "changed", amount: 0 },
        ]);
        expect(statuses(id)).toEqual([
          `LIANNE-${id}-2 ready_to_pick`,
          expect.stringMatching(`^${next}\\d+ cancel$`),
          `LIANNE-${id} cancel`,
        ]);
        const [booked] = here.atCarrier(id);
        expect(booked).toMatchObject({ cod: total, input: { to_address: expect.stringContaining("7 Đồng Khởi") } });
        expect(await here.emailCount(id, "merchant_customer_change")).toBe(1);
        expect(await here.emailCount(id, "merchant_parcel_trouble"), "it is booked again").toBe(0);
        expect((await pack(id)).status).toBe(200);
      });

    test("SO06: a change that fails in every attempt is given up: the order is booked to its old address and can be packed", async () => {
      const { id, next } = await requested();
      const allowWrites = await refuseWrites(here.shop, "order_promise");
      for (let attempt = 1; attempt <= 8; attempt++) {
        expect([await change(id), (await pack(id)).status], "it is still tried").toMatchObject([{ state: "due" }, 409]);
        await here.later(3 * minuteMs);
      }
      await allowWrites();
      expect(here.shop.takeLoggedErrors().at(-1)).toMatchObject({ msg: "a job failed permanently" });
      expect(await change(id)).toMatchObject({ state: "refused", refused: "failed", amount: 0 });
      await settle();
      await settle();
      expect(statuses(id)).toEqual([
        `LIANNE-${id}-2 ready_to_pick`,
        expect.stringMatching(`^${next}\\d+ cancel$`),
        `LIANNE-${id} cancel`,
      ]);
      expect(await here.parcelsOf(id)).toMatchObject([
        { status: "cancel" },
        { status: "ready_to_pick", clientOrderCode: `LIANNE-${id}-2`, cod: total },
      ]);
      expect([await street(id), await here.emailCount(id, "merchant_customer_change")]).toEqual(["12 Nguyễn Huệ", 1]);
      expect(await here.emailCount(id, "merchant_parcel_trouble"), "it is booked again").toBe(0);
      expect((await pack(id)).status).toBe(200);
    });

    test("SO06, SO14: an order that is cancelled while it waits for the carrier has no booking left", async () => {
      const { id } = await requested();
      here.ghn.setFaults({ status: 500, paths: ["cancel"] });
      await settle();
      await here.move(id, "cancelled");
      here.ghn.setFaults();
      await here.later(minuteMs);
      await here.later(minuteMs);
      expect(statuses(id)).toEqual([expect.stringMatching(/-C\d+ cancel$/), `LIANNE-${id} cancel`]);
      expect([await here.statusOf(id), await street(id)]).toEqual(["cancelled", "12 Nguyễn Huệ"]);
    });

    test("SO06, SO08: a paid parcel is booked again without cash; a total that cannot be paid online is refused", async () => {
      const { orderId: id } = await here.booked();
      await here.merchant.call("PUT", orderPath(id), { set_paid: true });
      await settle();
      const dear = await own.toAddress(id, far);
      expect([dear.status, dear.body.code]).toEqual([409, "lianne_price_differs"]);
      expect((await own.toAddress(id, benNgheOfCarrier, { address_1: "3 Tôn Đức Thắng" })).status).toBe(200);
      await settle();
      expect(here.atCarrier(id)).toMatchObject([{ cod: 0, status: "ready_to_pick" }, { status: "cancel" }]);
      expect(await street(id)).toBe("3 Tôn Đức Thắng");
    });

    test("SO06: a parcel that the carrier refused for its address is booked with the new one", async () => {
      const id = await here.placed(aCodOrder({ ward: benNgheOfCarrier }));
      await here.shop.db.write(sql`
        update orders set location = location || '{"ward_code": "99999"}' where id = ${id}`);
      await here.move(id, "processing");
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "refused" }]);
      expect((await own.toAddress(id, far)).body.order.change).toBeNull();
      await settle();
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "ready_to_pick", cod: farTotal }]);
      expect(here.atCarrier(id)).toMatchObject([{ cod: farTotal, input: { to_district_id: 1_001 } }]);
    });

    test("AD15, AD17: an order goes to a ward since July 2025, at its cost, and its history names both addresses", async () => {
      const { orderId } = await here.booked();
      const to = { province_id: undefined, district_id: undefined, ward_code: undefined };
      const address_choice = { new: "00097", typed: "hong ha, ha noi" };
      const path = `${ownOrderPath(orderId)}/address-quote`;
      const off = await here.shopper.post<Problem>(path, { address_choice });
      expect(Object.keys(off.body.data.params ?? {})).toEqual(["address_choice"]);
      expect(Object.keys((await here.shopper.post<Problem>(path, {})).body.data.params ?? {}).sort()).toEqual([
        ...["district_id", "province_id", "ward_code"],
      ]);
      await command(here.shop, "settings set address_form search");
      const wrong = await here.shopper.post<Problem>(path, { address_choice: { new: "99999" } });
      expect(Object.keys(wrong.body.data.params ?? {})).toEqual(["address_choice"]);
      const quote = await here.shopper.post<AddressQuote>(path, { address_choice });
      expect(quote.body.total_after).toBe(farTotal);
      expect((await own.toAddress(orderId, far, { ...to, address_choice })).status).toBe(200);
      await settle();
      const [booked] = here.atCarrier(orderId);
      expect(booked?.input).toMatchObject({
        ...{ is_new_to_address: true, to_ward_name: "Phường Hồng Hà", to_province_name: "Thành phố Hà Nội" },
        to_address: "99 Lê Lợi, Phường Hồng Hà, Hà Nội",
      });
      expect((await own.record(orderId)).shipping).toMatchObject({
        ...{ label: "99 Lê Lợi, Phường Hồng Hà, Hà Nội", district_name: "" },
      });
      expect(await here.notesOf(orderId)).toEqual([expect.stringContaining("99 Lê Lợi, Phường Hồng Hà, Hà Nội")]);
      await command(here.shop, "settings set address_form selects");
    });
  });
