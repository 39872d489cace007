import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

const bothRefuse = { zalo_error: -118, sms_code: "104" };

for (const engine of engines)
  describe(`codes that no service accepts, on ${engine.name}`, () => {
    let kit: GuestShop;
    let phone: TestPhone;
    beforeAll(async () => {
      phone = await openPhone();
      kit = await openGuestShop(engine, { env: phone.env, clock: phone.clock });
    });
    beforeEach(async () => {
      // by day, so that the orders wait for two hours
      kit.shop.clock.set(new Date("2037-12-10T03:00:00Z"));
      await kit.reset();
      phone.clear();
      phone.setFault({});
      await kit.shop.db.write(sql`delete from phone_code`);
      await command(kit.shop, "settings set guest_checkout confirmed");
    });

    const send = (by: Visitor, id: number) =>
      by.post<{ code: string; message: string }>(`${guestOrdersApi}/confirm/code`, { order_id: id });
    const confirm = (by: Visitor, id: number, code: string) =>
      by.post<{ code: string }>(`${guestOrdersApi}/confirm/by-code`, { order_id: id, code });
    const lookUp = (number: number, contact: string) =>
      kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: String(number), contact });
    const placed = async () => {
      const guest = await kit.guest();
      return { guest, order: await kit.place(guest) };
    };

    test.each(["vi", "en"] as const)(
      "GU12, GU19: the response names the other ways, which without the link is a call (%s)",
      async (lang) => {
        phone.setFault(bothRefuse);
        const { guest, order } = await placed();
        const refused = () => guest.post(`${guestOrdersApi}/confirm/code?lang=${lang}`, { order_id: order.id });
        const values = { phone: `09•• ••• ${order.phone.slice(-3)}`, shop: t(lang, "footer.phone") };
        const message = t(lang, "cod_confirmation.code_not_sent", values);
        expect(await refused()).toMatchObject({ status: 409, body: { code: "code_not_sent", message } });
        await kit.shop.db.write(sql`update cod_confirmation set needs_code = true where order_id = ${order.id}`);
        const toCall = t(lang, "cod_confirmation.code_not_sent_call", values);
        expect(await refused()).toMatchObject({ status: 409, body: { code: "code_not_sent", message: toCall } });
        expect(phone.messages()).toEqual([]);
      },
    );

    test("GU12: they count for none of the codes of a phone number, and the code before stays valid", async () => {
      const { guest, order } = await placed();
      expect((await send(guest, order.id)).status).toBe(200);
      const code = phone.codeTo(order.phone);
      phone.setFault(bothRefuse);
      for (let tries = 0; tries < 3; tries++) expect((await send(guest, order.id)).body.code).toBe("code_not_sent");
      phone.setFault({});
      expect((await confirm(guest, order.id, code)).status).toBe(200);
      const { guest: other, order: next } = await placed();
      phone.setFault(bothRefuse);
      for (let tries = 0; tries < 3; tries++) expect((await send(other, next.id)).status).toBe(409);
      phone.setFault({});
      for (let sent = 0; sent < 3; sent++) expect((await send(other, next.id)).status).toBe(200);
      expect((await send(other, next.id)).status).toBe(429);
    });

    test("GU12: a limit of tries remains, also of concurrent ones", async () => {
      phone.setFault(bothRefuse);
      const { guest, order } = await placed();
      const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await send(guest, order.id)).status));
      // while a code is being sent it counts as sent
      expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(6);
      while ((await send(guest, order.id)).status === 409);
      const refused = await send(guest, order.id);
      expect(refused.status).toBe(429);
      expect(Number(refused.header("retry-after"))).toBeGreaterThan(590);
      phone.setFault({});
      kit.shop.clock.advance(11 * minuteMs);
      expect((await send(guest, order.id)).status).toBe(200);
    });

    test("GU12: one that may have arrived counts, and is valid", async () => {
      phone.setFault({ dead: ["zalo", "sms"] });
      const { guest, order } = await placed();
      for (let tries = 0; tries < 3; tries++) expect((await send(guest, order.id)).body.code).toBe("code_not_sent");
      expect((await send(guest, order.id)).status).toBe(429);
    });

    test("GU12: after the budget of the day the response is the same", async () => {
      await command(kit.shop, "settings set phone_code_daily_budget 0");
      const { guest, order } = await placed();
      expect(await send(guest, order.id)).toMatchObject({ status: 409, body: { code: "code_not_sent" } });
      await command(kit.shop, "settings unset phone_code_daily_budget");
    });

    test("GU10: responses and limits of the look-up remain equal, whether there is such an order or not", async () => {
      phone.setFault(bothRefuse);
      const { order } = await placed();
      const seen = async (number: number, contact: string) => {
        const responses: string[] = [];
        for (let tries = 0; tries < 4; tries++) {
          const { status, text } = await lookUp(number, contact);
          responses.push(status === 429 ? "429" : `${status} ${text}`);
          await kit.shop.runJobs();
        }
        return responses;
      };
      const known = await seen(order.id, order.phone);
      expect(known.map((response) => response.slice(0, 3))).toEqual(["200", "200", "200", "429"]);
      expect(await seen(900_123, "0912000222")).toEqual(known);
    });
  });
