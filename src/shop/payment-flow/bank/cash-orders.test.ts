import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { bankAccount, startTestBank } from "#fixtures/testing/bank.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { ledgerOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";
import type { BankSimulator } from "#simulators/bank/index.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`transfers for cash orders that are confirmed, on ${engine.name}`, () => {
    let here: ShippingShop;
    let bank: BankSimulator;
    let orderId: number;
    let total: number;
    const transfer = async (amount: number) => {
      await bank.transfer({ account: bankAccount, amount, content: transferCode("LIA", orderId) });
      await here.later(minute);
    };
    const money = () => moneyOf(here.shop, orderId);
    const settled = { status: "processing", method: "bacs", paid: true };

    beforeAll(async () => {
      const started = await startTestBank({
        keys: { name: "sepay", webhookKey: "key-of-the-tests" },
        deliver: async ({ method, url, headers, body }) => {
          const payload = body === undefined ? {} : { payload: body };
          const request = { method, url: new URL(url).pathname, headers, ...payload };
          const response = await here.shop.http.inject(request as InjectOptions);
          return { status: response.statusCode, body: response.body };
        },
      });
      ({ bank } = started);
      here = await openShippingShop(engine, started.env);
    });
    afterAll(() => bank.close());
    beforeEach(async () => {
      ({ orderId } = await here.booked());
      ({ total } = await money());
      expect(here.atCarrier(orderId)).toMatchObject([{ cod: total }]);
    });

    test("BQ26: the total pays the order, and the courier collects nothing", async () => {
      await transfer(total);
      expect(await money()).toMatchObject({ ...settled, payments: ["cod cancelled", "bacs succeeded"], refunds: [] });
      expect(here.atCarrier(orderId)).toMatchObject([{ cod: 0 }]);
    });

    test("BQ23, BQ26: of more than the total the surplus is to be returned", async () => {
      await transfer(total + 1000);
      expect(await money()).toMatchObject({
        ...{ ...settled, payments: ["cod cancelled", "bacs succeeded", "bacs to_refund"] },
        refunds: ["requested overpayment"],
      });
      expect((await ledgerOf(here.shop, orderId)).map(({ amount }) => amount)).toEqual([total, total, 1000]);
      expect(here.atCarrier(orderId)).toMatchObject([{ cod: 0 }]);
    });

    test("BQ23, BQ26: a shortfall within the tolerance pays the order, recorded as what arrived", async () => {
      await here.shop.db.write(
        sql`insert into setting (name, value, updated_at) values ('bank_transfer_tolerance', '1000', now())`,
      );
      await transfer(total - 1000);
      await here.shop.db.write(sql`delete from setting where name = 'bank_transfer_tolerance'`);
      expect(await money()).toMatchObject({ ...settled, payments: ["cod cancelled", "bacs succeeded"], refunds: [] });
      expect((await ledgerOf(here.shop, orderId)).at(-1)).toMatchObject({ amount: total - 1000 });
      expect(here.atCarrier(orderId)).toMatchObject([{ cod: 0 }]);
    });

    test("BQ26: less than the total is to be returned, and the courier collects the total", async () => {
      await transfer(100_000);
      expect(await money()).toMatchObject({
        ...{ method: "cod", paid: false, payments: ["cod pending", "bacs to_refund"] },
        refunds: ["requested overpayment"],
      });
      expect(here.atCarrier(orderId)).toMatchObject([{ cod: total }]);
    });

    test("BQ26: a transfer that was returned does not pay the order: the courier collects the total, also of a changed or new parcel", async () => {
      await transfer(100_000);
      await bank.transfer({
        ...{ account: bankAccount, amount: 100_000, direction: "out" },
        content: `HOAN ${transferCode("LIA", orderId)}`,
      });
      await here.later(minute);
      expect(await money()).toMatchObject({ paid: false, payments: ["cod pending", "bacs refunded"] });
      await here.merchant.put(orderPath(orderId), { fee_lines: [{ name: "Gói quà", total: "20000" }] });
      await here.later(minute);
      expect(here.atCarrier(orderId)).toMatchObject([{ cod: total + 20_000 }]);
      const { browser: owner } = await staffMember(here.shop);
      const { body: unpaid } = await owner.call<OrderRow[]>("GET", "/orders?paid=false");
      expect(unpaid.map(({ id }) => id)).toContain(orderId);
      await here.move(orderId, "cancelled");
      await here.move(orderId, "processing");
      const parcel = (await here.parcelsOf(orderId)).at(-1);
      const booked = here.atCarrier(orderId).find(({ orderCode }) => orderCode === parcel?.code);
      expect([parcel?.cod, booked?.cod]).toEqual([total + 20_000, total + 20_000]);
    });
  });
