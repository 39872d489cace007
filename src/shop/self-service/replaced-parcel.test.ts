import { beforeEach, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { minute, useDepositKit } from "#fixtures/testing/deposits.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type OwnOrders, ownOrders } from "#fixtures/testing/own-orders.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Phường Phúc Xá, Quận Ba Đình, Hà Nội */
const far = { provinceId: 201, districtId: 1_001, wardCode: "00001" };
const farTotal = hoops.price + 38_000;
const deposit = 120_000;

for (const engine of engines)
  describe(`what happens to a parcel while it is booked again, on ${engine.name}`, () => {
    const kit = useDepositKit(engine);
    let own: OwnOrders;
    const change = async () => (await own.record(kit.orderId)).self_service.change;

    beforeEach(async () => {
      kit.here.ghn.setFaults();
      const row = await kit.here.shop.db.one<{ id: number }>(
        sql`select customer_id id from orders where id = ${kit.orderId}`,
      );
      own = ownOrders(kit.here.shopper, row?.id ?? 0);
    });

    test("SO06, SO10: a deposit that arrives after the new booking's lost response is not collected at the door", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.here.move(kit.orderId, "processing");
      expect((await own.toAddress(kit.orderId, far)).status).toBe(200);
      kit.here.ghn.setFaults({ dead: true, done: true, paths: ["create"] });
      await kit.here.shop.runJobs();
      expect(kit.here.atCarrier(kit.orderId)[0]).toMatchObject({ cod: farTotal, input: { to_district_id: 1_001 } });
      kit.here.ghn.setFaults({ status: 500 });
      await kit.transfer(deposit);
      expect([await change(), await kit.record()]).toMatchObject([{ state: "due" }, { state: "paid" }]);
      kit.here.ghn.setFaults();
      for (let tries = 0; tries < 3; tries++) await kit.here.later(minute);
      expect(await change()).toBeNull();
      expect(kit.here.atCarrier(kit.orderId)).toMatchObject([{ status: "ready_to_pick" }, { status: "cancel" }]);
      expect(await kit.atDoor()).toBe(farTotal - deposit);
    });

    test("SO06: a begun change follows a parcel that staff book after the carrier has cancelled the first one", async () => {
      const { here, orderId } = kit;
      await here.move(orderId, "processing");
      const [first] = await here.parcelsOf(orderId);
      expect((await own.toAddress(orderId, far)).body.order.change).toMatchObject({ state: "due" });
      here.ghn.setFaults({ status: 500, paths: ["cancel"] });
      await here.shop.runJobs();
      expect(await change()).toMatchObject({ state: "due" });
      await here.advance(first?.code ?? "", "cancel");
      expect((await kit.owner.call("POST", `/orders/${orderId}/parcels`)).status).toBe(201);
      await here.shop.runJobs();
      expect(here.atCarrier(orderId)[0], "with the old address").toMatchObject({
        ...{ clientOrderCode: `LIANNE-${orderId}-2`, status: "ready_to_pick" },
        input: { to_address: expect.stringContaining("12 Nguyễn Huệ") },
      });
      here.ghn.setFaults();
      for (let tries = 0; tries < 3; tries++) await here.later(minute);
      expect(await change()).toBeNull();
      expect(here.atCarrier(orderId)).toMatchObject([
        { clientOrderCode: `LIANNE-${orderId}-2`, status: "cancel" },
        { clientOrderCode: expect.stringMatching(/-C\d+$/), status: "ready_to_pick", input: { to_district_id: 1_001 } },
        { clientOrderCode: `LIANNE-${orderId}`, status: "cancel" },
      ]);
      expect(await here.parcelsOf(orderId)).toMatchObject([
        ...[{ status: "cancel" }, { status: "cancel" }, { status: "ready_to_pick", cod: farTotal }],
      ]);
      expect(await kit.atDoor()).toBe(farTotal);
      expect((await own.record(orderId)).shipping.address).toBe("99 Lê Lợi");
    });

    test("SO06: a begun change waits for a parcel that staff book while the new booking is made, and replaces it", async () => {
      const { here, orderId } = kit;
      await here.move(orderId, "processing");
      const [first] = await here.parcelsOf(orderId);
      expect((await own.toAddress(orderId, far)).body.order.change).toMatchObject({ state: "due" });
      const delayed = here.ghn.delayNext("create");
      const job = here.shop.runJobs();
      await delayed.arrived;
      await here.advance(first?.code ?? "", "cancel");
      expect((await kit.owner.call("POST", `/orders/${orderId}/parcels`)).status).toBe(201);
      delayed.release();
      await job;
      for (let tries = 0; tries < 3; tries++) await here.later(minute);
      expect(await change()).toBeNull();
      const open = here.atCarrier(orderId).filter(({ status }) => status !== "cancel");
      expect(open).toMatchObject([
        { clientOrderCode: expect.stringMatching(/-C\d+$/), input: { to_district_id: 1_001 } },
      ]);
      expect(await kit.atDoor()).toBe(farTotal);
    });

    describe("a booking without a response", () => {
      beforeEach(async () => {
        kit.here.ghn.setFaults({ status: 500, paths: ["create"] });
        await kit.here.move(kit.orderId, "processing");
        expect(await kit.here.parcelsOf(kit.orderId)).toMatchObject([{ status: "to_book", code: null }]);
        expect((await own.toAddress(kit.orderId, far)).body.order.change).toMatchObject({ state: "due" });
        await kit.here.shop.runJobs();
        expect(await change()).toMatchObject({ state: "due" });
      });
      const settle = async () => {
        for (let tries = 0; tries < 3; tries++) await kit.here.later(minute);
      };

      test("SO06: a change that waits for a booking which the carrier then refuses is refused with its reason", async () => {
        await kit.here.shop.db.write(sql`
          update orders set location = location || '{"ward_code": "99999"}' where id = ${kit.orderId}`);
        kit.here.ghn.setFaults();
        await settle();
        const [parcel] = await kit.here.parcelsOf(kit.orderId);
        expect(parcel).toMatchObject({ status: "refused", failure: expect.stringMatching(/./) });
        expect(await change()).toMatchObject({ state: "refused", refused: "carrier" });
        expect(await kit.here.notesOf(kit.orderId)).toContainEqual(expect.stringContaining(parcel?.failure ?? "–"));
        expect((await own.record(kit.orderId)).self_service.actions).toContain("change_address");
        expect(kit.here.atCarrier(kit.orderId)).toEqual([]);
      });

      test("SO06: a change that waits for a booking which staff then cancel is refused, and the merchant is notified", async () => {
        const [parcel] = await kit.here.parcelsOf(kit.orderId);
        expect((await kit.owner.call("POST", `/parcels/${parcel?.id}/cancel`)).status).toBe(200);
        kit.here.ghn.setFaults();
        await settle();
        expect(await change()).toMatchObject({ state: "refused", refused: "carrier" });
        expect(await kit.here.parcelsOf(kit.orderId), "staff decide whether it is sent").toMatchObject([
          { status: "cancel", code: null },
        ]);
        expect(kit.here.atCarrier(kit.orderId)).toEqual([]);
        expect(await kit.here.emailCount(kit.orderId, "merchant_parcel_trouble")).toBe(1);
        expect((await own.record(kit.orderId)).shipping.address).toBe("12 Nguyễn Huệ");
      });
    });
  });
