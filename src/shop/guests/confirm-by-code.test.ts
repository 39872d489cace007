import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, type GuestsOrder, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { ownOrderPath, ownOrders } from "#fixtures/testing/own-orders.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { cancelUnconfirmed } from "#shop/orders/index.ts";

for (const engine of engines)
  describe(`cash orders confirmed by a code, on ${engine.name}`, () => {
    let kit: GuestShop;
    let phone: TestPhone;
    beforeAll(async () => {
      phone = await openPhone();
      kit = await openGuestShop(engine, { env: phone.env, clock: phone.clock });
    });
    beforeEach(async () => {
      await kit.reset();
      phone.clear();
      phone.setFault({});
      await command(kit.shop, "settings set guest_checkout confirmed");
    });

    type Ref = { order_id: number; token?: string };
    const send = (by: Visitor, ref: Ref) => by.post<{ message: string }>(`${guestOrdersApi}/confirm/code`, ref);
    const confirm = (by: Visitor, ref: Ref, code: string) =>
      by.post<{ code: string }>(`${guestOrdersApi}/confirm/by-code`, { ...ref, code });
    const statusOf = async (id: number) => (await kit.merchant.get<{ status: string }>(orderPath(id))).body.status;
    const stateOf = (by: Visitor, order_id: number) =>
      by.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id });
    const codeOf = async (by: Visitor, ref: Ref, order: GuestsOrder): Promise<string> => {
      phone.clear();
      const sent = await send(by, ref);
      expect(sent.status, sent.text).toBe(200);
      await kit.shop.runJobs();
      return phone.codeTo(order.phone);
    };

    test("GU19: the browser that placed it confirms it by the code sent to its phone; another browser does not", async () => {
      kit.shop.clock.set(new Date("2037-12-01T03:00:00Z"));
      const guest = await kit.guest();
      const order = await kit.place(guest);
      const ref = { order_id: order.id };
      const stranger = await kit.guest();
      for (const by of [stranger, kit.someone()]) {
        expect([401, 404]).toContain((await send(by, ref)).status);
        expect([401, 404]).toContain((await confirm(by, ref, "123456")).status);
      }
      expect((await send(stranger, { ...ref, token: "0".repeat(32) })).status).toBe(404);
      const sent = await send(guest, ref);
      expect(sent.body.message).toContain(`09•• ••• ${order.phone.slice(-3)}`);
      expect(sent.text).not.toContain(order.phone);
      await kit.shop.runJobs();
      const code = phone.codeTo(order.phone);
      const wrong = code === "000000" ? "111111" : "000000";
      expect(await confirm(guest, ref, wrong)).toMatchObject({ status: 400, body: { code: "code_wrong" } });
      expect(await confirm(guest, ref, "12")).toMatchObject({ status: 400 });
      expect(
        (await guest.post(`${guestOrdersApi}/confirm/by-code`, { ...ref, code }, { origin: "https://evil.example" }))
          .status,
      ).toBe(403);
      expect((await confirm(guest, ref, code)).status).toBe(200);
      expect(await statusOf(order.id)).toBe("processing");
      expect(await confirm(guest, ref, code)).toMatchObject({ status: 409, body: { code: "order_not_waiting" } });
      const staff = (await staffMember(kit.shop)).browser;
      const timeline = await staff.call("GET", `/orders/${order.id}/timeline?lang=en`);
      expect(timeline.text).toContain("code sent to the phone");
      kit.shop.clock.advance(3 * 60 * minuteMs);
      await cancelUnconfirmed(kit.shop.shop);
      expect(await statusOf(order.id)).toBe("processing");
    });

    test("GU19: a phone number that a merchant has written without its country code gets the code", async () => {
      kit.shop.clock.set(new Date("2037-12-08T03:00:00Z"));
      const guest = await kit.guest();
      const order = await kit.place(guest);
      const phoneOf = `0913 ${order.phone.slice(4, 7)} ${order.phone.slice(7)}`;
      await kit.merchant.put(orderPath(order.id), { billing: { phone: phoneOf } });
      const code = await codeOf(guest, { order_id: order.id }, order);
      expect((await confirm(guest, { order_id: order.id }, code)).status).toBe(200);
    });

    test("GU19: a code of the look-up, of another order or after the end of the time confirms nothing", async () => {
      kit.shop.clock.set(new Date("2037-12-02T03:00:00Z"));
      const guest = await kit.guest();
      const order = await kit.place(guest);
      const other = await kit.place(await kit.guest());
      await kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: String(order.id), contact: order.phone });
      await kit.shop.runJobs();
      const ofLookup = phone.codeTo(order.phone);
      const refused = { status: 400, body: { code: "code_ended" } };
      expect(await confirm(guest, { order_id: order.id }, ofLookup)).toMatchObject(refused);
      const code = await codeOf(guest, { order_id: order.id }, order);
      expect((await confirm(guest, { order_id: other.id }, code)).status).toBe(404);
      kit.shop.clock.set(new Date("2037-12-02T05:00:10Z"));
      expect(await confirm(guest, { order_id: order.id }, code)).toMatchObject({ status: 409 });
      expect((await send(guest, { order_id: order.id })).status).toBe(409);
    });

    test("GU19: with dead services the link of the email still confirms it", async () => {
      phone.setFault({ dead: ["zalo", "sms", "oauth"] });
      kit.shop.clock.set(new Date("2037-12-03T03:00:00Z"));
      const guest = await kit.guest();
      const order = await kit.place(guest);
      expect(await send(guest, { order_id: order.id })).toMatchObject({ status: 409, body: { code: "code_not_sent" } });
      const { token } = await kit.linkTo(order.email);
      const byLink = await kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: order.id, token });
      expect(byLink.status).toBe(200);
      expect(await statusOf(order.id)).toBe("processing");
    });

    test.each(["on", "confirmed"])(
      "GU18: beyond the orders of a network a code is required, by the link too, and none is refused (%s)",
      async (mode) => {
        await command(kit.shop, `settings set guest_checkout ${mode}`);
        await command(kit.shop, "settings set guest_cod_max_per_network 2");
        kit.shop.clock.set(new Date(mode === "on" ? "2037-12-04T03:00:00Z" : "2037-12-06T03:00:00Z"));
        const visitors = await Promise.all(
          [1, 2, 3].map(async (host) => {
            const visitor = kit.shop.client({ address: `2001:db8:${mode === "on" ? 4 : 5}:1::${host}` });
            await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
            return visitor;
          }),
        );
        const orders: GuestsOrder[] = [];
        for (const visitor of visitors) orders.push(await kit.place(visitor));
        const [first, , third] = orders as [GuestsOrder, GuestsOrder, GuestsOrder];
        const ofFirst = (await kit.open(await kit.linkTo(first.email))).body as { order: { confirmation: unknown } };
        expect(ofFirst.order.confirmation).toEqual(mode === "on" ? null : { state: "waiting", by: expect.any(String) });
        expect(await statusOf(third.id)).toBe("pending");
        const { token } = await kit.linkTo(third.email);
        const ref = { order_id: third.id, token };
        expect((await kit.open(ref)).body).toMatchObject({
          order: { confirmation: { state: "waiting", needs_code: true } },
        });
        const tap = () => kit.someone().post<{ code: string }>(`${guestOrdersApi}/confirm`, ref);
        expect(await tap()).toMatchObject({ status: 409, body: { code: "code_required" } });
        const by = kit.someone();
        const code = await codeOf(by, ref, third);
        expect((await confirm(by, ref, code)).status).toBe(200);
        expect(await statusOf(third.id)).toBe("processing");
        expect((await tap()).status).toBe(200);
      },
    );

    test("GU18: an account that the order is saved in needs the code too; a call of the shop needs none", async () => {
      await command(kit.shop, "settings set guest_cod_max_per_network 1");
      kit.shop.clock.set(new Date());
      const visitors = await Promise.all(
        [1, 2, 3].map(async (host) => {
          const visitor = kit.shop.client({ address: `2001:db8:7:1::${host}` });
          await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
          return visitor;
        }),
      );
      const orders: GuestsOrder[] = [];
      for (const visitor of visitors) orders.push(await kit.place(visitor));
      const [, saved, called] = orders as [GuestsOrder, GuestsOrder, GuestsOrder];
      const [, owner] = visitors as [Visitor, Visitor];
      await owner.post(`${guestOrdersApi}/save`, { order_id: saved.id, password: "a ring of silver" });
      // accounts remain when guests may not order any more
      await command(kit.shop, "settings set guest_checkout off");
      const confirmation = { state: "waiting", needs_code: true };
      expect(await stateOf(owner, saved.id)).toMatchObject({ body: { confirmation } });
      const row = await kit.shop.db.one<{ owner: number }>(
        sql`select customer_id "owner" from orders where id = ${saved.id}`,
      );
      expect((await ownOrders(owner, row?.owner ?? 0).record(saved.id)).confirmation).toMatchObject(confirmation);
      expect(await owner.post(`${ownOrderPath(saved.id)}/confirm`, {})).toMatchObject({
        status: 409,
        body: { code: "code_required" },
      });
      await kit.shop.runJobs();
      const code = await codeOf(owner, { order_id: saved.id }, saved);
      expect((await confirm(owner, { order_id: saved.id }, code)).status).toBe(200);
      const staff = (await staffMember(kit.shop)).browser;
      expect((await staff.call("POST", `/orders/${called.id}/calls`, { outcome: "agreed" })).status).toBe(200);
      expect(await statusOf(called.id)).toBe("processing");
    });

    test("GU19: without codes there is no such route, and the link alone confirms an order that needed a code", async () => {
      const without = await openGuestShop(engine);
      await without.reset();
      await command(without.shop, "settings set guest_checkout confirmed");
      await command(without.shop, "settings set guest_cod_max_per_network 1");
      const place = async (host: number) => {
        const visitor = without.shop.client({ address: `2001:db8:8:1::${host}` });
        await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
        return { visitor, order: await without.place(visitor) };
      };
      await place(1);
      const { visitor, order } = await place(2);
      expect((await send(visitor, { order_id: order.id })).status).toBe(404);
      const { token } = await without.linkTo(order.email);
      // the shop could send codes when it was placed
      await without.shop.db.write(sql`update cod_confirmation set needs_code = true where order_id = ${order.id}`);
      expect((await without.open({ order_id: order.id, token })).body).toMatchObject({
        order: { confirmation: { state: "waiting", by: expect.any(String) } },
      });
      expect((await without.open({ order_id: order.id, token })).text).not.toContain("needs_code");
      expect((await stateOf(visitor, order.id)).text).not.toContain("needs_code");
      const byLink = await without.someone().post(`${guestOrdersApi}/confirm`, { order_id: order.id, token });
      expect(byLink.status).toBe(200);
    });
  });
