import { beforeAll, describe, expect, test } from "vitest";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, benNgheOfCarrier, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { anEmail, guestOrdersApi } from "#fixtures/testing/guest-shop.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { placeOf } from "#fixtures/testing/own-orders.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";

for (const engine of engines)
  describe(`the link of an order that an account has added, on ${engine.name}`, () => {
    let here: ShippingShop;
    let mailbox: TestMailbox;
    beforeAll(async () => {
      mailbox = await openMailbox();
      here = await openShippingShop(engine, { ...mailbox.env, RATE_LIMITS: "on" });
      await command(here.shop, "settings set guest_checkout on");
    });

    test("SO01, SO05, GU16: it changes nothing at the carrier, and gets no total", async () => {
      const email = anEmail("claimed");
      const guest = here.shop.client();
      await guest.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      const order = aCodOrder({ ward: benNgheOfCarrier });
      const { body } = await submit<{ id: number }>(guest, { ...order, billing: { ...order.billing, email } });
      await here.move(body.id, "processing");
      const [, id = "", token = ""] =
        /\/order\/(\d+)\/([0-9a-f]{32})/.exec(mailbox.emails(email).at(0)?.text ?? "") ?? [];
      expect(Number(id)).toBe(body.id);
      const send = (path: string, own: object) =>
        here.shop
          .client()
          .post<LinkedOrder & Problem>(`${guestOrdersApi}/link${path}`, { order_id: body.id, token, ...own });
      const { version, actions } = (await send("", {})).body.order.self_service;
      expect(actions).toContain("change_recipient");
      const customer = await here.shop.client().register();
      expect((await here.merchant.put(orderPath(body.id), { customer_id: customer.id })).status).toBe(200);
      // the carrier would be called before anything is stored
      here.ghn.setFaults({ status: 500, paths: ["shipping-order/update"] });
      const person = { first_name: "Lan", last_name: "Phạm", phone: "0987654321" };
      const address = { version, ...placeOf(benNgheOfCarrier), address_1: "9 Lê Lợi", postcode: "70001" };
      const requests: [string, object][] = [
        ["/recipient", { version, ...person }],
        ["/address-quote", placeOf(benNgheOfCarrier)],
        ["/address", { ...address, expected_total: 1 }],
        ["/option", { version, line_id: 1, variation_id: 1, expected_total: 1 }],
      ];
      for (const [path, own] of requests) {
        const response = await send(path, own);
        expect([path, response.status], response.text).toEqual([path, 404]);
        expect(response.text).not.toContain("total_");
      }
      here.ghn.setFaults();
      expect(here.atCarrier(body.id)).toMatchObject([{ input: { to_name: "Trần Thị Ngọc" } }]);
    });
  });
