import { beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import type { CreatePayment } from "#contract/payment.ts";
import { bankPage, beginTransfer } from "#fixtures/testing/bank.ts";
import { aCodOrder, anOnlinePayment, benNgheOfCarrier, submit } from "#fixtures/testing/cod-order.ts";
import { useDepositKit } from "#fixtures/testing/deposits.ts";
import { engines } from "#fixtures/testing/engines.ts";

const part = 100_000;
/** When the part arrives: the customer chooses cash before it or after it. */
const moments = ["before", "after"] as const;

for (const engine of engines)
  describe(`parts for orders that are switched from a bank transfer to cash, on ${engine.name}`, () => {
    const kit = useDepositKit(engine);
    const switchToCash = async (arrives: (typeof moments)[number]) => {
      if (arrives === "before") await kit.transfer(part);
      const again = await submit(kit.here.shopper, aCodOrder({ ward: benNgheOfCarrier }));
      expect(again.body).toMatchObject({ id: kit.orderId });
      if (arrives === "after") await kit.transfer(part);
      ({ total: kit.total } = await kit.money());
      expect(await kit.money()).toMatchObject({ status: "pending", method: "cod", paid: false, refunds: [] });
    };
    const toReturn = async () => {
      const { body } = await kit.owner.call<BankOverview>("GET", "/bank");
      return body.refunds.filter((refund) => refund.order_id === kit.orderId).map(({ amount }) => amount);
    };

    const begin = async () => {
      const place = { ...anOnlinePayment().shipping_address, district_id: benNgheOfCarrier.districtId };
      const begun = await beginTransfer(kit.here.shopper, { shipping_address: place } as Partial<CreatePayment>);
      kit.orderId = begun.body.order_id;
    };

    beforeEach(begin);

    test.each(moments)(
      "BQ22, BQ26: a part that arrives %s the switch waits with the pending order, and is returned when the order is confirmed: the courier collects the total",
      async (arrives) => {
        await switchToCash(arrives);
        expect(await bankPage(kit.here.shopper, kit.orderId)).toMatchObject({ received: part, pay_to: null });
        expect(await kit.shown()).toMatchObject({
          ...{ paid: 0, due: kit.total - part, returned_on_confirmation: part, refunds: [] },
        });
        const { body } = await kit.owner.call<StatusEffects>("GET", `/orders/${kit.orderId}/effects?to=processing`);
        expect(body.effects.map(({ message }) => message).join()).toContain("100.000");
        await kit.here.move(kit.orderId, "processing");
        expect(kit.here.atCarrier(kit.orderId)).toMatchObject([{ cod: kit.total }]);
        expect(await kit.shown()).toMatchObject({
          ...{ paid: 0, due: kit.total, returned_on_confirmation: 0, refunds: [{ amount: part }] },
        });
        expect(await toReturn()).toEqual([part]);
        expect(await bankPage(kit.here.shopper, kit.orderId)).toMatchObject({ received: 0, refund: { amount: part } });
      },
    );

    test.each(
      moments.flatMap((arrives) => ["cancelled", "failed", "completed"].map((status) => [arrives, status] as const)),
    )(
      "BQ22, BQ26: a part that arrives %s the switch waits on hold, and is returned when the order is %s",
      async (arrives, status) => {
        await switchToCash(arrives);
        await kit.here.move(kit.orderId, "on-hold");
        expect((await kit.money()).refunds).toEqual([]);
        await kit.here.move(kit.orderId, status);
        expect(await toReturn()).toEqual([part]);
        await kit.transfer(part, "out");
        expect(await kit.money()).toMatchObject({ status, method: "cod", refunds: ["done overpayment"] });
        expect(await toReturn()).toEqual([]);
      },
    );

    test("BQ21, BQ26: the rest pays the pending order with the part, and is returned once the order is confirmed", async () => {
      await switchToCash("before");
      await kit.transfer(kit.total - part);
      expect(await kit.money()).toMatchObject({ status: "processing", method: "bacs", paid: true, refunds: [] });
      await begin();
      await switchToCash("before");
      await kit.here.move(kit.orderId, "processing");
      await kit.transfer(kit.total - part);
      expect(await kit.money()).toMatchObject({ status: "processing", method: "cod", paid: false });
      expect(await toReturn()).toEqual([part, kit.total - part]);
      expect(kit.here.atCarrier(kit.orderId)).toMatchObject([{ cod: kit.total }]);
    });
  });
