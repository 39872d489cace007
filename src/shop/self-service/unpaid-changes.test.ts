import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dong, formatDong } from "#contract/money.ts";
import type { CreatePayment } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import type { OtherPayment } from "#contract/self-service.ts";
import { type ChangingShop, openChangingShop } from "#fixtures/testing/changing-shop.ts";
import { anOnlinePayment, benNghe } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type BegunPayment, beginPayment, payAndReturn } from "#fixtures/testing/gateways.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { type OwnOption, ownOrderPath } from "#fixtures/testing/own-orders.ts";
import type { TestResponse } from "#fixtures/testing/visitor.ts";
import { t } from "#shop/kernel/request/messages.ts";

for (const engine of engines)
  describe(`changes of unpaid online orders within their limits, on ${engine.name}`, () => {
    let here: ChangingShop;
    let phones = 0;
    beforeAll(async () => {
      here = await openChangingShop(engine);
    });
    beforeEach(async () => {
      await here.renew();
      await command(here.shop, "settings unset unpaid_max_orders");
      await command(here.shop, "settings unset unpaid_max_total");
    });
    /** An order of one item, with a phone number of its own. */
    const order = ({ productId, id }: OwnOption, own: Partial<CreatePayment> = {}) => {
      const typed = anOnlinePayment();
      const phone = `0914${String(++phones).padStart(6, "0")}`;
      const customer = { ...typed.customer, phone };
      const billing_address = { ...typed.billing_address, phone };
      const items = [{ product_id: productId, variation_id: id, quantity: 1 }];
      return beginPayment(here.shopper, { customer, billing_address, items, ...own }) as Promise<
        TestResponse<BegunPayment & Partial<Problem>>
      >;
    };
    const resultOf = ({ status, body }: { status: number; body: { code?: unknown } }) => [status, body.code];
    const refused = [400, "unpaid_over_limit"];

    test("SO07: orders changed to the same option all count, since each holds its stock", async () => {
      await command(here.shop, "settings set unpaid_max_orders 2");
      for (const held of [1, 2]) {
        const begun = await order(here.cheap);
        expect(begun.status).toBe(200);
        expect((await here.own.toOption(begun.body.order_id, here.dear)).status).toBe(200);
        expect(await here.stocks()).toEqual([10, 10, 10 - held]);
        here.shop.clock.advance(60_000);
      }
      expect(resultOf(await order(here.cheap))).toEqual(refused);
      expect(await here.stocks()).toEqual([10, 10, 8]);
    });

    test("SO07: a purchase that is tried again after a change is the same order, by any payment method", async () => {
      await command(here.shop, "settings set unpaid_max_orders 1");
      const { order_id: id } = (await order(here.cheap)).body;
      expect((await here.own.toOption(id, here.dear)).status).toBe(200);
      const again = await order(here.dear, { payment_method: "paypal" });
      expect([again.status, again.body.order_id]).toEqual([200, id]);
      const { version } = await here.stateOf(id);
      const other = await here.shopper.post<OtherPayment>(
        `${ownOrderPath(id)}/payment`,
        { version, payment_method: "vnpay_visa" },
        { "idempotency-key": `other-${id}` },
      );
      expect(other.status).toBe(200);
      await payAndReturn(here.shopper, other.body.payment_url, "pay");
      await here.shop.gateways.idle();
      expect((await moneyOf(here.shop, id)).status).toBe("processing");
      expect((await order(here.cheap)).status).toBe(200);
    });

    test("SO07: an option that costs more than the limit of online orders is refused, and a cheaper one is not", async () => {
      const { order_id: id } = (await order(here.dear)).body;
      await command(here.shop, "settings set unpaid_max_total 600000");
      expect((await here.own.toOption(id, here.cheap)).status).toBe(200);
      const dear = await here.own.toOption(id, here.dear);
      const message = t("vi", "order_errors.unpaid_max_total", { amount: formatDong(dong(600_000)) });
      expect([...resultOf(dear), dear.body.message]).toEqual([...refused, message]);
      expect((await here.own.toOption(id, here.same)).status).toBe(200);
      expect((await here.stored(id)).total).toBe("525000");
      expect(await here.stocks()).toEqual([10, 9, 10]);
    });

    test("SO06: an address whose delivery brings the customer's orders over the limit is refused", async () => {
      await command(here.shop, "settings set unpaid_max_total 1050000");
      const { order_id: id } = (await order(here.cheap)).body;
      expect((await order(here.same)).status).toBe(200);
      await command(here.shop, "settings set shipping_flat_rate 26000");
      expect(resultOf(await here.own.toAddress(id, benNghe))).toEqual(refused);
      expect(await here.stored(id)).toMatchObject({ total: "525000", shipping: { address_1: "12 Nguyễn Huệ" } });
      await command(here.shop, "settings set unpaid_max_total 1051000");
      expect((await here.own.toAddress(id, benNghe)).status).toBe(200);
    });

    test("SO07, SO14: of two orders that are changed at once, each with another phone number, one is refused", async () => {
      await command(here.shop, "settings set unpaid_max_total 1170000");
      const ids = [(await order(here.cheap)).body.order_id, (await order(here.same)).body.order_id];
      const both = await Promise.all(ids.map((id) => here.own.toOption(id, here.dear)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await here.stocks())[2]).toBe(9);
    });
  });
