import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import { minuteMs, secondMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

const wrongFor = (code: string): string => (code === "000000" ? "111111" : "000000");

for (const engine of engines)
  describe(`orders found by a code to their phone, on ${engine.name}`, () => {
    let kit: GuestShop;
    let phone: TestPhone;
    const log: string[] = [];
    beforeAll(async () => {
      phone = await openPhone();
      kit = await openGuestShop(engine, {
        env: { ...phone.env, LOG_LEVEL: "debug" },
        clock: phone.clock,
        onLogLine: (line) => log.push(line),
      });
    });
    beforeEach(async () => {
      await kit.reset();
      phone.clear();
      phone.setFault({});
    });

    const lookUp = (order_number: string | number, contact: string, by = kit.someone()) =>
      by.post<{ code?: true; message: string }>(`${guestOrdersApi}/lookup`, {
        order_number: String(order_number),
        contact,
      });
    const open = (order_number: string | number, contact: string, code: unknown, by = kit.someone()) =>
      by.post<{ path: string; code: string }>(`${guestOrdersApi}/lookup/code`, {
        order_number: String(order_number),
        contact,
        code,
      });
    /** a look-up whose code has arrived */
    const codeFor = async (order: { id: number; phone: string }): Promise<string> => {
      phone.clear();
      expect((await lookUp(order.id, order.phone)).status).toBe(200);
      await kit.shop.runJobs();
      return phone.codeTo(order.phone);
    };

    test("GU10, GU12: the code opens the masked view once; log, database and job do not contain it", async () => {
      const order = await kit.place(await kit.guest());
      const code = await codeFor(order);
      expect(code).toMatch(/^\d{6}$/);
      const opened = await open(`#${order.id}`, order.phone.replace(/^0/, "+84 "), code);
      expect(opened).toMatchObject({
        status: 200,
        body: { path: expect.stringMatching(`^/order/${order.id}/[0-9a-f]{32}$`) },
      });
      expect(opened.header("cache-control")).toBe("no-store");
      const [, , , token = ""] = opened.body.path.split("/");
      const view = await kit.open({ order_id: order.id, token });
      expect(view).toMatchObject({ status: 200, body: { of_account: false } });
      expect(view.text).not.toContain(order.phone.slice(1));
      expect(await open(order.id, order.phone, code)).toMatchObject({ status: 400, body: { code: "code_ended" } });
      const rows = await kit.shop.db.all(sql`
        select (select json_agg(payload) from outbox where kind = 'phone_code') jobs,
          (select json_agg(jsonb_build_array(phone, subject, code_hash, network)) from phone_code) codes,
          (select json_agg(change) from audit) audit`);
      for (const text of [JSON.stringify(rows), log.join("\n")]) {
        expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
        expect(text).not.toContain(order.phone.slice(1));
      }
    });

    test("GU10: the response does not differ for unknown numbers, wrong contacts and orders of accounts, which get no code", async () => {
      const order = await kit.place(await kit.guest());
      const customer = kit.someone();
      const account = await customer.register();
      const billing = { ...aCodOrder().billing, email: account.email, phone: "0987321322" };
      const ofAccount = await submit<{ id: number }>(customer, aCodOrder({ billing }));
      await kit.shop.runJobs();
      kit.mailbox.clear();
      const cases = [
        [order.id, order.phone],
        [99_999_999, "0912999001"],
        [order.id, "0912999002"],
        [ofAccount.body.id, billing.phone],
      ] as const;
      const seen = new Set<string>();
      for (const [number, contact] of cases) {
        const { status, text } = await lookUp(number, contact);
        seen.add(`${status} ${text}`);
      }
      expect([...seen]).toEqual([
        `200 ${JSON.stringify({ success: true, code: true, message: t("vi", "guest.code_sent") })}`,
      ]);
      const jobs = await kit.shop.db.all(sql`select 1 from outbox where kind = 'phone_code' and done_at is null`);
      expect(jobs).toHaveLength(4);
      await kit.shop.runJobs();
      await kit.shop.runJobs();
      expect(phone.messages()).toHaveLength(1);
      // as before, its email leads to the login
      expect(kit.mailbox.emails(account.email)[0]?.text).toContain("/profile?tab=orders");
      for (const [number, contact] of cases.slice(1))
        expect(await open(number, contact, "123456")).toMatchObject({ status: 400, body: { code: "code_wrong" } });
      // an email gets the link, as without codes
      expect((await lookUp(order.id, order.email)).body).toEqual({
        success: true,
        message: t("vi", "guest.lookup_sent"),
      });
    });

    test("GU12: a code of another order, an old one and one after its five minutes open nothing", async () => {
      const [one, other] = [await kit.place(await kit.guest()), await kit.place(await kit.guest())];
      const first = await codeFor(one);
      expect(await open(other.id, other.phone, first)).toMatchObject({ status: 400, body: { code: "code_ended" } });
      expect(await open(other.id, one.phone, first)).toMatchObject({ status: 400, body: { code: "code_ended" } });
      const second = await codeFor(one);
      if (first !== second)
        expect(await open(one.id, one.phone, first)).toMatchObject({ status: 400, body: { code: "code_wrong" } });
      kit.shop.clock.advance(5 * minuteMs - 30 * secondMs);
      expect((await open(one.id, one.phone, second)).status).toBe(200);
      const late = await codeFor(other);
      kit.shop.clock.advance(5 * minuteMs);
      expect(await open(other.id, other.phone, late)).toMatchObject({
        status: 400,
        body: { code: "code_ended", message: t("vi", "cod_confirmation.code_ended") },
      });
    });

    test("GU12: a code that could not be sent within its five minutes is replaced by the link", async () => {
      const order = await kit.place(await kit.guest());
      await kit.shop.runJobs();
      kit.mailbox.clear();
      expect((await lookUp(order.id, order.phone)).status).toBe(200);
      kit.shop.clock.advance(6 * minuteMs);
      await kit.shop.runJobs();
      await kit.shop.runJobs();
      expect(phone.messages()).toEqual([]);
      expect(kit.linksIn(order.email)).toHaveLength(1);
    });

    test("GU12: of ten tries at once five count, and the right code is refused afterwards; of two right ones at once one is accepted", async () => {
      const order = await kit.place(await kit.guest());
      const code = await codeFor(order);
      const tries = await Promise.all(Array.from({ length: 10 }, () => open(order.id, order.phone, wrongFor(code))));
      const codes = tries.map(({ body }) => body.code).sort();
      expect(codes).toEqual([...Array(6).fill("code_ended"), ...Array(4).fill("code_wrong")]);
      expect(await open(order.id, order.phone, code)).toMatchObject({ status: 400, body: { code: "code_ended" } });
      const next = await codeFor(order);
      const both = await Promise.all([open(order.id, order.phone, next), open(order.id, order.phone, next)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    test("GU12: a phone number gets three codes in 10 minutes and eight a day, from any network, also at once", async () => {
      const order = await kit.place(await kit.guest());
      // the limit of one order's look-ups is lower
      const ofPhone = (index: number) => lookUp(800_000 + index, order.phone);
      const first = await Promise.all([0, 1, 2, 3, 4].map(ofPhone));
      expect(first.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
      const refused = first.find(({ status }) => status === 429);
      expect(Number(refused?.header("retry-after"))).toBeGreaterThan(590);
      const batch = async (from: number, count: number) => {
        kit.shop.clock.advance(11 * minuteMs);
        const statuses: number[] = [];
        for (let index = 0; index < count; index++) statuses.push((await ofPhone(from + index)).status);
        return statuses;
      };
      expect(await batch(10, 3)).toEqual([200, 200, 200]);
      expect(await batch(20, 3)).toEqual([200, 200, 429]);
      kit.shop.clock.advance(24 * 60 * minuteMs);
      expect((await ofPhone(30)).status).toBe(200);
    });

    test("GU12: one network gets codes for ten phone numbers in an hour", async () => {
      const statuses: number[] = [];
      for (let index = 0; index < 12; index++) {
        const by = kit.shop.client({ address: `2001:db8:9:2::${index + 1}` });
        statuses.push((await lookUp(900_000 + index, `09770000${String(index).padStart(2, "0")}`, by)).status);
        if (index % 5 === 4) kit.shop.clock.advance(16 * minuteMs);
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    });

    test("GU12: malformed requests name their field; one of another site is refused; without guests or codes there is no such route", async () => {
      const order = await kit.place(await kit.guest());
      const code = await codeFor(order);
      for (const bad of ["12345", "1234567", "12345a", 123_456, null]) {
        const { status, text } = await open(order.id, order.phone, bad);
        expect([status, text.includes('"code"')], text).toEqual([400, true]);
      }
      const foreign = await kit.someone().post(
        `${guestOrdersApi}/lookup/code`,
        { order_number: String(order.id), contact: order.phone, code },
        {
          origin: "https://evil.example",
        },
      );
      expect(foreign).toMatchObject({ status: 403, body: { code: "rest_wrong_origin" } });
      expect(await open(order.id, order.email, code)).toMatchObject({ status: 400, body: { code: "code_ended" } });
      expect((await open(order.id, order.phone, code)).status).toBe(200);
    });
  });
