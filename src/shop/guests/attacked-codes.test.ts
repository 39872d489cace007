import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`attacks on codes sent to phones, on ${engine.name}`, () => {
    let kit: GuestShop;
    let phone: TestPhone;
    beforeAll(async () => {
      phone = await openPhone();
      kit = await openGuestShop(engine, { env: phone.env, clock: phone.clock });
    });
    beforeEach(async () => {
      kit.shop.clock.set(new Date("2037-12-14T03:00:00Z"));
      await kit.reset();
      phone.clear();
      phone.setFault({});
      await kit.shop.db.write(sql`delete from phone_code`);
      await command(kit.shop, "settings set guest_checkout confirmed");
    });

    const send = (by: Visitor, id: number) =>
      by.post<{ code: string }>(`${guestOrdersApi}/confirm/code`, { order_id: id });
    const confirm = (by: Visitor, id: number, code: unknown, headers?: Record<string, string>) =>
      by.post<{ code: string }>(`${guestOrdersApi}/confirm/by-code`, { order_id: id, code }, headers);
    const lookUp = (number: number, contact: string, by = kit.someone()) =>
      by.post(`${guestOrdersApi}/lookup`, { order_number: String(number), contact });
    const placed = async () => {
      const guest = await kit.guest();
      return { guest, order: await kit.place(guest) };
    };

    test("GU12, GU19: look-ups of orders that do not exist do not use up the codes of a confirmation; those with a message do", async () => {
      const { guest, order } = await placed();
      for (const number of [700_001, 700_002, 700_003]) expect((await lookUp(number, order.phone)).status).toBe(200);
      expect((await lookUp(700_004, order.phone)).status).toBe(429);
      await kit.shop.runJobs();
      expect(phone.messages()).toEqual([]);
      expect((await send(guest, order.id)).status).toBe(200);
      expect((await confirm(guest, order.id, phone.codeTo(order.phone))).status).toBe(200);
      const { guest: other, order: next } = await placed();
      for (let tries = 0; tries < 3; tries++) expect((await lookUp(next.id, next.phone)).status).toBe(200);
      await kit.shop.runJobs();
      expect(phone.messages(next.phone)).toHaveLength(3);
      expect((await send(other, next.id)).status).toBe(429);
    });

    // the embedded database runs one transaction at a time
    if (engine.name === "PostgreSQL")
      test("GU19: a code confirms no order whose phone number is corrected at the same time", async () => {
        const { guest, order } = await placed();
        await send(guest, order.id);
        const code = phone.codeTo(order.phone);
        const isUsed = async () =>
          (await kit.shop.db.one(sql`select from phone_code where used_at is not null`)) !== undefined;
        const confirmed = await kit.shop.db.transaction(async (tx) => {
          await tx.one(sql`select id from orders where id = ${order.id} for update`);
          const response = confirm(guest, order.id, code);
          await expect.poll(isUsed).toBe(true);
          await tx.run(sql`
            update orders set billing = jsonb_set(billing, '{phone}', '"+84398765432"') where id = ${order.id}`);
          return { response };
        });
        expect(await confirmed.response).toMatchObject({ status: 400, body: { code: "code_ended" } });
        expect((await kit.merchant.get(orderPath(order.id))).body).toMatchObject({ status: "pending" });
      });

    test("GU12, GU19: digits of other scripts, other types and too much are refused, and count for no try", async () => {
      const { guest, order } = await placed();
      await send(guest, order.id);
      const code = phone.codeTo(order.phone);
      const fullWidth = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
      const arabic = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join("");
      for (const bad of [
        fullWidth,
        arabic,
        `${code}\n`,
        ` ${code}`,
        `${code}\0`,
        [code],
        { $eq: code },
        Number(code),
      ]) {
        const { status, text } = await confirm(guest, order.id, bad);
        expect([status, text.includes('"code"')], text).toEqual([400, true]);
      }
      expect((await confirm(guest, order.id, code.repeat(500_000))).status).toBe(413);
      const origin = { origin: "https://evil.example" };
      expect((await confirm(guest, order.id, code, origin)).status).toBe(403);
      expect((await guest.post(`${guestOrdersApi}/confirm/code`, { order_id: order.id }, origin)).status).toBe(403);
      expect((await confirm(guest, order.id, code)).status).toBe(200);
    });

    test("GU12: all notations of a phone number are one number, whose newest code arrives last and opens with each", async () => {
      const { order } = await placed();
      const local = order.phone.slice(1);
      const notations = [`0${local}`, `+84${local}`, `84 ${local}`, `+84 (0) ${local}`];
      for (const contact of notations.slice(0, 3)) expect((await lookUp(order.id, contact)).status).toBe(200);
      expect((await lookUp(order.id, notations[3] ?? "")).status).toBe(429);
      // together, as after a delay: the message with the valid code is the last one
      await kit.shop.runJobs();
      const [newest] = phone.messages(order.phone);
      const opened = await kit.someone().post(`${guestOrdersApi}/lookup/code`, {
        ...{ order_number: ` #0${order.id}`, contact: notations[3], code: newest?.code },
      });
      expect(opened.status, opened.text).toBe(200);
    });

    test("GU12: a network is a /64 of IPv6, and an IPv4 address in each notation", async () => {
      let numbers = 0;
      const from = (address: string) => {
        numbers++;
        const contact = `03580${String(numbers).padStart(5, "0")}`;
        return lookUp(800_000 + numbers, contact, kit.shop.client({ address }));
      };
      const fill = async (addressOf: (index: number) => string) => {
        for (let index = 1; index <= 10; index++) {
          expect((await from(addressOf(index))).status).toBe(200);
          if (index === 5) kit.shop.clock.advance(16 * 60_000);
        }
      };
      await fill((index) => `2001:db8:77:1:${index}::1`);
      kit.shop.clock.advance(16 * 60_000);
      expect((await from("2001:db8:77:1:ffff::1")).status).toBe(429);
      expect((await from("2001:db8:77:2::1")).status).toBe(200);
      await fill((index) => (index % 2 ? "198.51.100.7" : "::ffff:198.51.100.7"));
      kit.shop.clock.advance(16 * 60_000);
      expect((await from("::ffff:c633:6407")).status).toBe(429);
    });

    test("GU12: no code is sent to a number that is no Vietnamese mobile phone", async () => {
      const { guest, order } = await placed();
      for (const to of ["+19005550123", "02838123456"]) {
        await kit.shop.db.write(
          sql`update orders set billing = jsonb_set(billing, '{phone}', to_jsonb(${to}::text)) where id = ${order.id}`,
        );
        expect(await send(guest, order.id)).toMatchObject({ status: 409, body: { code: "code_not_sent" } });
        expect(await confirm(guest, order.id, "123456")).toMatchObject({ status: 400, body: { code: "code_ended" } });
      }
      expect(phone.messages()).toEqual([]);
    });

    test("GU18: an order in an account of another browser needs the code all the same, and gets it there alone", async () => {
      await command(kit.shop, "settings set guest_cod_max_per_network 1");
      const place = async (host: number) => {
        const visitor = kit.shop.client({ address: `2001:db8:78:1::${host}` });
        await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
        return { visitor, order: await kit.place(visitor) };
      };
      await place(1);
      const { visitor, order } = await place(2);
      await visitor.post(`${guestOrdersApi}/save`, { order_id: order.id, password: "a ring of silver" });
      const stranger = kit.someone();
      await stranger.register();
      for (const by of [stranger, await kit.guest()]) {
        expect((await send(by, order.id)).status).toBe(404);
        expect((await confirm(by, order.id, "123456")).status).toBe(404);
      }
      expect((await send(visitor, order.id)).status).toBe(200);
      expect((await confirm(visitor, order.id, phone.codeTo(order.phone))).status).toBe(200);
    });
  });
