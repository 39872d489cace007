import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";

interface Receipt {
  receipt_url: string;
  expiration_date: string;
}

for (const engine of engines)
  describe(`receipts on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let id: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      shop.clock.set(new Date("2031-11-21T05:00:00Z"));
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 10);
      id = (await orderOf(merchant, { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }] })).id;
    });
    const pageOf = ({ receipt_url }: Receipt) => {
      const { pathname, search } = new URL(receipt_url);
      return shop.client().get<Problem>(pathname + search);
    };

    test("OD18: the receipt of an order has an address that opens without a key until its day", async () => {
      const { status, body } = await merchant.post<Receipt>(`${orderPath(id)}/receipt`, { expiration_days: 3 });
      expect([status, body.expiration_date]).toEqual([200, "2031-11-24"]);
      const page = await pageOf(body);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(String(id))]);
      expect(page.text).toContain("Biên nhận thanh toán");
      const read = await merchant.get<Receipt>(`${orderPath(id)}/receipt`);
      expect([read.status, read.body.expiration_date]).toEqual([200, "2031-11-22"]);
      const changed = { ...body, receipt_url: body.receipt_url.replace("2031-11-24", "2031-12-24") };
      expect((await pageOf(changed)).status, "another day").toBe(404);
      shop.clock.advance(4 * dayMs);
      expect((await pageOf(body)).status, "expired").toBe(404);
      const past = await merchant.post<Problem>(`${orderPath(id)}/receipt`, { expiration_date: "2020-01-01" });
      expect([past.status, past.body.code]).toEqual([400, "woocommerce_rest_not_acceptable"]);
      for (const tooLong of [
        { expiration_date: "2035-01-01" },
        { expiration_date: "9999-12-31" },
        { expiration_days: 366 },
      ]) {
        const { status: rejected, body: problem } = await merchant.post<Problem>(`${orderPath(id)}/receipt`, tooLong);
        expect([rejected, Object.keys(problem.data.params ?? {})]).toEqual([400, Object.keys(tooLong)]);
      }
      expect((await merchant.post(`${orderPath(id)}/receipt`, { expiration_days: 365 })).status).toBe(200);
      expect((await merchant.get(`${orderPath(99_999_999)}/receipt`)).status).toBe(404);
    });
  });
