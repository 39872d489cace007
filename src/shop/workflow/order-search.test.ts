import { describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { staffMember } from "#fixtures/testing/staff.ts";

for (const engine of engines)
  describe(`the search of orders on ${engine.name}`, () => {
    test("OL02: finds an order by the phone number of another recipient too", async () => {
      const shop = await openShop(engine, { env: httpsEnv });
      const merchant = await merchantOf(shop);
      const { browser } = await staffMember(shop);
      const person = { first_name: "Mai", last_name: "Nguyễn", phone: "0905551234" };
      const order = { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }] };
      const { id } = await orderOf(merchant, { ...order, billing: person, shipping: person });
      const search = async (typed: string) => {
        const { body } = await browser.call<OrderRow[]>("GET", `/orders?search=${encodeURIComponent(typed)}`);
        return body.filter((row) => row.id === id).map(({ matched }) => matched);
      };
      expect(await search("0987654999")).toEqual([]);
      expect((await merchant.put(orderPath(id), { shipping: { phone: "+84 987 654 999" } })).status).toBe(200);
      for (const typed of ["0987654999", "+84 987.654.999", "4999", "0905551234", "1234"])
        expect(await search(typed), typed).toEqual(["phone"]);
    });
  });
