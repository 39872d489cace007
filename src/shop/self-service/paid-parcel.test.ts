import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OtherPayment } from "#contract/self-service.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { deliverTo, type Gateways, startGateways } from "#fixtures/testing/gateways.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { type OwnOrders, ownOrderPath, ownOrders } from "#fixtures/testing/own-orders.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Phường Phúc Xá, Quận Ba Đình, Hà Nội */
const far = { provinceId: 201, districtId: 1_001, wardCode: "00001" };

for (const engine of engines)
  describe(`a paid change of a booked parcel on ${engine.name}`, () => {
    let here: ShippingShop | undefined;
    let gateways: Gateways;
    let own: OwnOrders;
    beforeAll(async () => {
      const clock = { now: () => here?.shop.clock.now() ?? new Date() };
      gateways = await startGateways({ clock, deliver: deliverTo(() => here?.shop) });
      here = await openShippingShop(engine, gateways.env);
      const row = await here.shop.db.one<{ id: number }>(sql`select max(id) id from customer`);
      own = ownOrders(here.shopper, row?.id ?? 0);
    });
    beforeEach(() => here?.ghn.setFaults());
    afterAll(() => gateways.close());

    test("SO06, SO08: the carrier has ten minutes from the payment, also of a change that was requested long before", async () => {
      if (!here) throw new Error("the shop is not open");
      const { orderId: id } = await here.booked();
      await here.merchant.call("PUT", orderPath(id), { set_paid: true });
      await here.later(minuteMs);
      const change = async () => (await own.record(id)).self_service.change;
      const { body } = await own.toAddress(id, far);
      expect(body.order.change).toMatchObject({ kind: "address", state: "waiting", amount: 16_000 });
      await here.later(20 * minuteMs);
      here.ghn.setFaults({ status: 500 });
      const later = await here.shopper.post<OtherPayment>(`${ownOrderPath(id)}/change/payment`);
      await payOnPage(later.body.payment_url, "pay");
      await gateways.idle();
      for (let minute = 0; minute < 5; minute++) {
        await here.later(minuteMs);
        expect(await change()).toMatchObject({ state: "due" });
      }
      here.ghn.setFaults();
      await here.later(minuteMs);
      expect(await change()).toBeNull();
      expect((await own.record(id)).shipping.address).toBe("99 Lê Lợi");
      expect(here.atCarrier(id)).toMatchObject([{ cod: 0, input: { to_district_id: 1_001 } }, { status: "cancel" }]);
      expect(await moneyOf(here.shop, id)).toMatchObject({
        refunds: [],
        payments: ["cod succeeded", "vnpay_visa expired", "vnpay_visa succeeded"],
      });
    });

    test("SO06, SO08: a carrier that stays silent after the payment is given up, and the payment is returned", async () => {
      if (!here) throw new Error("the shop is not open");
      const { orderId: id, code } = await here.booked();
      await here.merchant.call("PUT", orderPath(id), { set_paid: true });
      await here.later(minuteMs);
      const { body } = await own.toAddress(id, far);
      here.ghn.setFaults({ status: 500 });
      await payOnPage(body.payment_url, "pay");
      await gateways.idle();
      for (let minute = 0; minute < 12; minute++) await here.later(minuteMs);
      here.ghn.setFaults();
      await here.later(10 * minuteMs);
      const record = await own.record(id);
      expect([record.self_service.change, record.shipping.address]).toMatchObject([
        { state: "refused", refused: "carrier", amount: 16_000 },
        "12 Nguyễn Huệ",
      ]);
      expect(here.atCarrier(id)).toMatchObject([{ orderCode: code, status: "ready_to_pick" }]);
      const { payments, refunds } = await moneyOf(here.shop, id);
      expect(payments[1]).toMatch(/^vnpay_visa (to_refund|refunded)$/);
      expect(refunds).toEqual([expect.stringMatching(/overpayment$/)]);
    });

    test("SO06, SO08: a parcel that staff book while a paid change is being applied goes to the new address too", async () => {
      if (!here) throw new Error("the shop is not open");
      const { ghn, shop } = here;
      const owner = (await staffMember(shop)).browser;
      const { orderId: id } = await here.booked();
      await here.merchant.call("PUT", orderPath(id), { set_paid: true });
      await here.later(minuteMs);
      const [first] = await here.parcelsOf(id);
      expect((await owner.call("POST", `/parcels/${first?.id}/cancel`)).status).toBe(200);
      await here.later(minuteMs);
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "cancel" }]);
      const { body } = await own.toAddress(id, far);
      await payOnPage(body.payment_url, "pay");
      await gateways.idle();
      // the change has no parcel to book again, and queries the carrier for the days of the delivery
      const delayed = ghn.delayNext("leadtime");
      const job = shop.runJobs();
      await delayed.arrived;
      expect((await owner.call("POST", `/orders/${id}/parcels`)).status).toBe(201);
      await shop.runJobs();
      expect(here.atCarrier(id)[0], "with the old address").toMatchObject({
        input: { to_address: expect.stringContaining("12 Nguyễn Huệ") },
      });
      delayed.release();
      await job;
      for (let tries = 0; tries < 3; tries++) await here.later(minuteMs);
      expect((await own.record(id)).self_service.change).toBeNull();
      expect((await own.record(id)).shipping.address).toBe("99 Lê Lợi");
      const open = here.atCarrier(id).filter(({ status }) => status !== "cancel");
      expect(open).toMatchObject([
        { clientOrderCode: expect.stringMatching(/-C\d+$/), input: { to_district_id: 1_001 } },
      ]);
    });

    test.each([
      ["while the first was being cancelled", true],
      ["before the first was cancelled", false],
    ])(
      "SO06, SO08: staff book another parcel while a change that was requested %s waits for its payment: that one is replaced",
      async (_, isEarly) => {
        if (!here) throw new Error("the shop is not open");
        const { ghn, shop } = here;
        const owner = (await staffMember(shop)).browser;
        const { orderId: id } = await here.booked();
        await here.merchant.call("PUT", orderPath(id), { set_paid: true });
        await here.later(minuteMs);
        const [first] = await here.parcelsOf(id);
        const cancel = async () => {
          expect((await owner.call("POST", `/parcels/${first?.id}/cancel`)).status).toBe(200);
          await shop.runJobs();
        };
        ghn.setFaults({ status: 500, paths: ["cancel"] });
        if (isEarly) await cancel();
        const { body } = await own.toAddress(id, far);
        expect(body.order.change).toMatchObject({ kind: "address", state: "waiting" });
        if (!isEarly) await cancel();
        ghn.setFaults();
        await here.later(minuteMs);
        expect((await owner.call("POST", `/orders/${id}/parcels`)).status).toBe(201);
        await shop.runJobs();
        expect(await here.parcelsOf(id)).toMatchObject([{ status: "cancel" }, { status: "ready_to_pick" }]);
        await payOnPage(body.payment_url, "pay");
        await gateways.idle();
        await here.later(minuteMs);
        expect((await own.record(id)).self_service.change).toBeNull();
        expect((await own.record(id)).shipping.address).toBe("99 Lê Lợi");
        expect(here.atCarrier(id)).toMatchObject([
          {
            clientOrderCode: expect.stringMatching(/-C\d+$/),
            status: "ready_to_pick",
            input: { to_district_id: 1_001 },
          },
          { clientOrderCode: `LIANNE-${id}-2`, status: "cancel" },
          { clientOrderCode: `LIANNE-${id}`, status: "cancel" },
        ]);
        expect(await here.parcelsOf(id)).toMatchObject([
          ...[{ status: "cancel" }, { status: "cancel" }, { status: "ready_to_pick" }],
        ]);
      },
    );
  });
