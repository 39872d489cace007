import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, type GuestsOrder, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { shopAddress } from "#fixtures/testing/mailbox.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`codes sent by Zalo and SMS, on ${engine.name}`, () => {
    let kit: GuestShop;
    let phone: TestPhone;
    beforeAll(async () => {
      phone = await openPhone();
      phone.clock.avoidMidnight();
      kit = await openGuestShop(engine, { env: phone.env, clock: phone.clock });
    });
    beforeEach(async () => {
      await kit.reset();
      phone.clear();
      phone.setFault({});
      await command(kit.shop, "settings unset phone_code_daily_budget");
      await kit.shop.db.write(sql`delete from phone_message`);
      await kit.shop.db.write(sql`delete from outbox where unique_key like 'codes_%'`);
    });

    const newOrder = async (): Promise<GuestsOrder> => {
      const order = await kit.place(await kit.guest());
      await kit.shop.runJobs();
      kit.mailbox.clear();
      return order;
    };
    const request = async ({ id, phone: contact }: GuestsOrder): Promise<void> => {
      const { status } = await kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: String(id), contact });
      expect(status).toBe(200);
      await kit.shop.runJobs();
      // the emails that follow from it
      await kit.shop.runJobs();
    };
    const channels = (order: GuestsOrder) => phone.messages(order.phone).map(({ channel }) => channel);
    const toMerchant = () => kit.mailbox.emails(shopAddress).map(({ text }) => text);
    const spent = async () =>
      (await kit.shop.db.one<{ total: number }>(sql`select coalesce(sum(price), 0)::integer total from phone_message`))
        ?.total;

    test("GU12: Zalo sends the code; a rejected access token is renewed once, by one of concurrent messages", async () => {
      const order = await newOrder();
      await request(order);
      expect([channels(order), await spent()]).toEqual([["zalo"], 300]);
      const before = phone.renewals();
      phone.endToken();
      const others = [await newOrder(), await newOrder(), await newOrder()];
      await Promise.all(others.map(request));
      for (const other of others) expect(channels(other)).toEqual(["zalo"]);
      expect(phone.renewals()).toBe(before + 1);
      // 25 hours later it has ended
      kit.shop.clock.advance(26 * 3_600_000);
      const late = await newOrder();
      await request(late);
      expect(channels(late)).toEqual(["zalo"]);
      expect(phone.renewals()).toBe(before + 2);
      const stored = await kit.shop.db.one<{ tokens: Uint8Array }>(sql`select tokens from zalo_token`);
      expect(Buffer.from(stored?.tokens ?? []).toString("latin1")).not.toMatch(/access-|refresh-/);
    });

    test.each([-118, -139, -141])("GU12: SMS sends it if Zalo's error is %i, of the receiver", async (error) => {
      phone.setFault({ zalo_error: error });
      const order = await newOrder();
      await request(order);
      expect([channels(order), await spent(), toMerchant()]).toEqual([["sms"], 520, []]);
    });

    test.each([-135, -127, -126])(
      "GU12: if it is %i, of the shop's account, the merchant is notified once a day too",
      async (error) => {
        phone.setFault({ zalo_error: error });
        for (const order of [await newOrder(), await newOrder()]) {
          await request(order);
          expect(channels(order)).toEqual(["sms"]);
        }
        const mails = await kit.shop.db.all(sql`select payload from outbox where unique_key like 'codes_failing:%'`);
        expect(mails).toEqual([{ payload: expect.objectContaining({ facts: { reason: `Zalo ${error}` } }) }]);
      },
    );

    test("GU12: SMS sends it if Zalo closes the connection, or does not respond in time; both may have cost", async () => {
      phone.setFault({ dead: ["zalo"] });
      const order = await newOrder();
      await request(order);
      expect([channels(order), await spent()]).toEqual([["sms"], 820]);
      expect(toMerchant()).toEqual([expect.stringContaining("zalo: no response")]);
      phone.setFault({ slow: ["zalo"], slow_ms: 30_000 });
      const next = await newOrder();
      await request(next);
      expect(channels(next)).toEqual(["sms"]);
    }, 30_000);

    test("GU12: without a token of Zalo, whose OAuth does not respond, SMS sends it, and Zalo costs nothing", async () => {
      phone.endToken();
      phone.setFault({ dead: ["oauth"] });
      const order = await newOrder();
      await request(order);
      expect([channels(order), await spent()]).toEqual([["sms"], 520]);
      expect(toMerchant()).toEqual([expect.stringContaining("Zalo OAuth: no response")]);
    });

    test("GU12: with tokens of another APP_SECRET SMS sends it, and the merchant is notified", async () => {
      const { db } = kit.shop;
      await request(await newOrder());
      const stored = await db.one<{ tokens: Uint8Array }>(sql`select tokens from zalo_token`);
      await db.write(sql`update zalo_token set tokens = ${Buffer.from("of another secret, not readable")}`);
      const order = await newOrder();
      await request(order);
      await db.write(sql`update zalo_token set tokens = ${stored?.tokens ?? Buffer.alloc(0)}`);
      expect([channels(order), toMerchant()]).toEqual([["sms"], [expect.stringContaining("Zalo OAuth -14014")]]);
    });

    test.each(["101", "104", "146"])(
      "GU12: if both refuse it (CodeResult %s), the link is emailed and the merchant notified",
      async (code) => {
        phone.setFault({ zalo_error: -118, sms_code: code });
        const order = await newOrder();
        await request(order);
        expect([channels(order), await spent()]).toEqual([[], 0]);
        expect(toMerchant()[0]).toContain(`eSMS ${code}`);
        expect(kit.linksIn(order.email)).toHaveLength(1);
      },
    );

    test("GU12: the day's budget stops all messages, and the merchant is notified once; the next day they are sent", async () => {
      await command(kit.shop, "settings set phone_code_daily_budget 599");
      const orders = [await newOrder(), await newOrder(), await newOrder()];
      await request(orders[0] as GuestsOrder);
      kit.mailbox.clear();
      for (const order of orders.slice(1)) {
        await request(order);
        expect(channels(order)).toEqual([]);
        expect(kit.linksIn(order.email)).toHaveLength(1);
      }
      expect(await spent()).toBe(300);
      expect(toMerchant()).toEqual([expect.stringContaining("phone_code_daily_budget")]);
      kit.shop.clock.advance(dayMs);
      const order = await newOrder();
      await request(order);
      expect(channels(order)).toEqual(["zalo"]);
    });

    test("GU12: concurrent codes do not exceed the budget", async () => {
      await command(kit.shop, "settings set phone_code_daily_budget 700");
      const orders = await Promise.all([newOrder(), newOrder(), newOrder(), newOrder()]);
      for (const { id, phone: contact } of orders)
        await kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: String(id), contact });
      await kit.shop.runJobs();
      expect(phone.messages()).toHaveLength(2);
      expect(await spent()).toBe(600);
    });
  });

describe("one service alone", () => {
  const [engine] = engines;
  test.each(["zalo", "sms"] as const)("GU12: a shop with %s alone sends by it", async (name) => {
    if (!engine) throw new Error("no database");
    const phone = await openPhone();
    const kit = await openGuestShop(engine, {
      env: name === "zalo" ? phone.zaloEnv : phone.smsEnv,
      clock: phone.clock,
    });
    await kit.reset();
    const { id, phone: contact } = await kit.place(await kit.guest());
    await kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: String(id), contact });
    await kit.shop.runJobs();
    expect(phone.messages().map(({ channel }) => channel)).toEqual([name]);
  });
});
