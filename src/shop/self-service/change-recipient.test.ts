import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { OrderNote } from "#contract/woo/order-note.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf } from "#fixtures/testing/order-money.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { t } from "#shop/kernel/request/messages.ts";

for (const engine of engines)
  describe(`recipient, emails and parcel of an own order on ${engine.name}`, () => {
    let here: ShippingShop;
    const path = (id: number) => `/wp-json/lianne-orders/v1/orders/${id}`;
    const stateOf = async (id: number) => (await here.shopper.get<SelfServiceState>(path(id))).body;
    const person = { first_name: "Lan", last_name: "Phạm", phone: "0987 654 321" };
    const change = async (id: number, own: object = {}) => {
      const { version } = await stateOf(id);
      return here.shopper.call<SelfServiceState & Problem>("PUT", `${path(id)}/recipient`, {
        version,
        ...person,
        ...own,
      });
    };
    const stored = async (id: number) => (await here.merchant.get<WooOrder>(orderPath(id))).body;
    beforeAll(async () => {
      here = await openShippingShop(engine, { RATE_LIMITS: "on" });
      await command(here.shop, "settings set cod_max_open_per_phone 100");
    });
    afterEach(() => here.ghn.setFaults());

    test("SO05, SO13: name and phone change in the order and in the booked parcel, and the merchant is notified", async () => {
      const { orderId } = await here.booked();
      const before = await stateOf(orderId);
      expect(before.actions).toContain("change_recipient");
      const { status, body } = await change(orderId);
      expect([status, body.order_id]).toEqual([200, orderId]);
      expect(body.version).not.toBe(before.version);
      const order = await stored(orderId);
      for (const part of [order.billing, order.shipping])
        expect(part).toMatchObject({
          first_name: "Lan",
          last_name: "Phạm",
          phone: "+84987654321",
          address_1: "12 Nguyễn Huệ",
        });
      expect(here.atCarrier(orderId)).toMatchObject([
        { status: "ready_to_pick", input: { to_name: "Phạm Lan", to_phone: "0987654321" } },
      ]);
      const notes = (await here.merchant.get<OrderNote[]>(`${orderPath(orderId)}/notes`)).body;
      expect(notes[0]).toMatchObject({ author: "customer", note: expect.stringContaining("→ Phạm Lan, 0987654321") });
      expect(await emailsOf(here.shop, orderId)).toMatchObject({ merchant_customer_change: 1 });
    });

    test("SO05: a refusal of the carrier keeps the old values and is shown; without a response nothing changes", async () => {
      const { orderId } = await here.booked();
      here.ghn.setFaults({ recipient_fixed: true });
      const refused = await change(orderId);
      expect([refused.status, refused.body.code]).toEqual([409, "lianne_carrier_refused"]);
      expect(refused.body.message).toMatch(/^Đơn vị vận chuyển không nhận thay đổi/);
      here.ghn.setFaults({ status: 500, paths: ["shipping-order/update"] });
      expect((await change(orderId)).status).toBe(503);
      expect((await stored(orderId)).shipping).toMatchObject({ first_name: "Ngọc", phone: "+84912345678" });
      expect(await stateOf(orderId)).toMatchObject({ actions: expect.arrayContaining(["change_recipient"]) });
    });

    test("SO14: the same change in two tabs is made once, and the parcel has what the order has", async () => {
      const { orderId } = await here.booked();
      const { version } = await stateOf(orderId);
      const send = (first_name: string) =>
        here.shopper.call<Problem>("PUT", `${path(orderId)}/recipient`, { ...person, version, first_name });
      const [one, other] = await Promise.all([send("Mai"), send("Đào")]);
      expect([one.status, other.status].sort()).toEqual([200, 409]);
      const { first_name } = (await stored(orderId)).shipping;
      expect(first_name).toBe(one.status === 200 ? "Mai" : "Đào");
      expect(here.atCarrier(orderId)).toMatchObject([{ input: { to_name: `Phạm ${first_name}` } }]);
    });

    test("SO02, SO05: after pick-up nothing changes; invalid input is named", async () => {
      const { orderId, code } = await here.booked();
      const bad = await change(orderId, { first_name: "", phone: "123" });
      expect([bad.status, Object.keys(bad.body.data.params ?? {}).sort()]).toEqual([400, ["first_name", "phone"]]);
      await here.advance(code, "picked");
      const late = await change(orderId);
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(late.body.message).toContain("không thể thay đổi trực tuyến");
    });

    test("SO11: the order shows the last step of the carrier with its time, also while the carrier does not respond", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "picked");
      const before = (await here.record(orderId)).parcel;
      expect(before?.steps.at(-1)).toMatchObject({ status: "in_transit", date: expect.any(String) });
      expect(before?.tracking_url).toContain(code);
      here.ghn.setFaults({ status: 500 });
      await here.later(60 * 60_000);
      expect((await here.record(orderId)).parcel).toMatchObject({
        status: "in_transit",
        updated_at: before?.updated_at,
      });
    });

    test("SO12: the last email is sent again to the order's address, three times in an hour", async () => {
      const id = await here.placed();
      const again = () => here.shopper.post<Problem>(`${path(id)}/resend-email`, {});
      for (const nth of [2, 3, 4]) {
        expect((await again()).status).toBe(200);
        expect(await emailsOf(here.shop, id)).toMatchObject({ order_received: nth });
      }
      const over = await again();
      expect([over.status, over.header("retry-after")]).toEqual([429, expect.any(String)]);
      expect(over.body.message).toBe(t("vi", "errors.rate_limited"));
      expect(await emailsOf(here.shop, id)).toEqual({ order_received: 4 });
    });
  });
