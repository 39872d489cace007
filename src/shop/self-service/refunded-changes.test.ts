import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WooOrder } from "#contract/woo/order.ts";
import { type ChangingShop, openChangingShop } from "#fixtures/testing/changing-shop.ts";
import { aCodOrder, benNghe, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, payAndReturn } from "#fixtures/testing/gateways.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import type { OwnOption } from "#fixtures/testing/own-orders.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

const phone = t("vi", "footer.phone");

for (const engine of engines)
  describe(`changes of refunded orders, and of those without a cost of delivery, on ${engine.name}`, () => {
    let here: ChangingShop;
    beforeAll(async () => {
      here = await openChangingShop(engine);
    });
    beforeEach(async () => {
      await here.renew();
      await setStock(here.shop, hoops.id, 100);
    });
    /** Pays for this option and a pair of hoops, whose delivery is free. */
    const paidForTwo = async ({ productId, id }: OwnOption): Promise<WooOrder> => {
      const items = [
        { product_id: productId, variation_id: id, quantity: 1 },
        { product_id: hoops.id, quantity: 1 },
      ];
      const begun = (await beginPayment(here.shopper, { items, payment_method: "vnpay_visa" })).body;
      await payAndReturn(here.shopper, begun.payment_url, "pay");
      await here.shop.gateways.idle();
      return here.stored(begun.order_id);
    };
    const refund = async (id: number, body: object): Promise<void> => {
      const { status } = await here.merchant.post<object>(`${orderPath(id)}/refunds`, body);
      if (status !== 201) throw new Error(`The refund got the response ${status}`);
      await here.settle();
    };
    const refundsOf = async (id: number): Promise<number[]> =>
      (
        await here.shop.db.all<{ amount: number }>(sql`
          select amount from refund where order_id = ${id} and status <> 'failed' order by id`)
      ).map(({ amount }) => amount);

    const waysToRefund: Record<string, (line: number | undefined) => object> = {
      "by its gateway": (id) => ({ line_items: [{ id, quantity: 1, refund_total: 620_000 }], api_refund: true }),
      "by hand": (id) => ({ line_items: [{ id, quantity: 1, refund_total: 620_000 }], api_refund: false }),
      "by an amount": () => ({ api_refund: true }),
    };
    test.each(Object.entries(waysToRefund))(
      "SO07, SO08: an item refunded %s gets no other option, and its money is returned once",
      async (_way, own) => {
        const { id, line_items } = await paidForTwo(here.dear);
        const line = line_items.find(({ variation_id }) => variation_id === here.dear.id);
        await refund(id, { amount: "620000", api_restock: false, ...own(line?.id) });
        expect((await here.stateOf(id)).actions).not.toContain("change_option");
        for (const option of [here.cheap, here.dear]) {
          const { status, body } = await here.own.toOption(id, option);
          const message = t("vi", "self_service.refunded", { phone });
          expect({ status, code: body.code, message: body.message }).toEqual({
            ...{ status: 409, code: "lianne_state", message },
          });
        }
        await here.settle();
        expect(await refundsOf(id)).toEqual([620_000]);
        expect((await here.stored(id)).total).toBe("1010000");
        expect(await here.stocks()).toEqual([10, 10, 9]);
      },
    );

    test("SO06, SO08: a refunded delivery is not returned again by a cheaper address; one at the same cost is allowed", async () => {
      const id = await here.paidOrder(here.cheap);
      const [delivery] = (await here.stored(id)).shipping_lines;
      await refund(id, {
        ...{ amount: "25000", api_refund: true, api_restock: false },
        line_items: [{ id: delivery?.id, quantity: 0, refund_total: 25_000 }],
      });
      await command(here.shop, "settings set shipping_flat_rate 5000");
      const cheaper = await here.own.toAddress(id, benNghe);
      expect([cheaper.status, cheaper.body.code, cheaper.body.message]).toEqual([
        ...[409, "lianne_price_differs", t("vi", "self_service.refunded", { phone })],
      ]);
      expect((await here.stored(id)).shipping.address_1).not.toBe("99 Lê Lợi");
      await command(here.shop, "settings set shipping_flat_rate 25000");
      expect((await here.own.toAddress(id, benNghe)).status).toBe(200);
      expect((await here.stored(id)).shipping.address_1).toBe("99 Lê Lợi");
      expect(await refundsOf(id)).toEqual([25_000]);
    });

    test("SO07, SO08: what a change costs less is no refund of the order: it can be changed again", async () => {
      const { id } = await paidForTwo(here.dear);
      expect((await here.own.toOption(id, here.cheap)).status).toBe(200);
      await here.settle();
      expect(await refundsOf(id)).toEqual([120_000]);
      expect((await here.stateOf(id)).actions).toContain("change_option");
      expect((await here.own.toOption(id, here.same)).status).toBe(200);
      expect((await here.own.toOption(id, here.dear)).body.order.change).toMatchObject({ state: "waiting" });
    });

    test("SO08: an order refunded while its dearer option waits for payment stays as it is, and that payment is returned", async () => {
      const { id } = await paidForTwo(here.cheap);
      const waiting = await here.own.toOption(id, here.dear);
      expect(waiting.body.order.actions).toContain("pay_change");
      await refund(id, { amount: "500000", api_refund: true, api_restock: false });
      expect((await here.stateOf(id)).actions).not.toContain("pay_change");
      await payOnPage(waiting.body.payment_url, "pay");
      await here.settle();
      await here.settle();
      expect(await here.change(id)).toMatchObject({ state: "refused", refused: "changed" });
      expect((await here.stored(id)).total).toBe("890000");
      expect(await refundsOf(id)).toEqual([500_000, 120_000]);
      expect(await here.stocks()).toEqual([9, 10, 10]);
    });

    test.each(["paid", "cash"])("SO06: no new address of a %s order that has no cost of delivery", async (kind) => {
      const line_items = [{ product_id: here.cheap.productId, variation_id: here.cheap.id, quantity: 1 }];
      const id =
        kind === "paid"
          ? await here.paidOrder(here.cheap)
          : (await submit(here.shopper, aCodOrder({ line_items }))).body.id;
      const [delivery] = (await here.stored(id)).shipping_lines;
      const removed = { shipping_lines: [{ id: delivery?.id, method_id: null }] };
      expect((await here.merchant.call("PUT", orderPath(id), removed)).status).toBe(200);
      expect((await here.stateOf(id)).actions).not.toContain("change_address");
      const { status, body } = await here.own.toAddress(id, benNghe);
      const message = t("vi", "self_service.no_address", { phone });
      expect([status, body.code, body.message]).toEqual([409, "lianne_state", message]);
      expect(await here.stored(id)).toMatchObject({ total: "500000", shipping: { address_1: "12 Nguyễn Huệ" } });
    });

    test("SO06, SO08: an address that would not get the total that was paid for is refused as a whole, and its payment returned", async () => {
      const id = await here.paidOrder(here.cheap);
      await command(here.shop, "settings set shipping_flat_rate 40000");
      const waiting = await here.own.toAddress(id, benNghe);
      expect(waiting.body.order.change).toMatchObject({ state: "waiting", amount: 15_000 });
      // a cost that is no longer there does not change the order's version until its sums are computed again
      await here.shop.db.write(sql`delete from order_charge where order_id = ${id}`);
      await payOnPage(waiting.body.payment_url, "pay");
      await here.settle();
      await here.settle();
      expect(await here.change(id)).toMatchObject({ state: "refused", refused: "changed" });
      expect(await here.stored(id)).toMatchObject({ total: "525000", shipping: { address_1: "12 Nguyễn Huệ" } });
      expect(await refundsOf(id)).toEqual([15_000]);
      expect((await moneyOf(here.shop, id)).payments).toEqual(["vnpay_visa succeeded", "vnpay_visa to_refund"]);
    });
  });
