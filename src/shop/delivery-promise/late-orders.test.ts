import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, shopAddress, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { checkDaysOff, notifyLateOrders } from "./late-orders.ts";

const reader = "ngoc@example.com";
const at = (text: string): Date => new Date(`${text.replace(" ", "T")}:00+07:00`);

for (const engine of engines)
  describe(`late orders on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let merchant: Visitor;
    let id: number;
    const run = async (now: string, work = notifyLateOrders) => {
      shop.clock.set(at(now));
      await shop.shop.db.transaction((tx) => work(tx, shop.clock.now()));
      await shop.runJobs();
    };
    const emails = (subject: string, to = reader) =>
      mailbox.emails(to).filter((email) => email.subject.includes(subject));

    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 100);
    });
    beforeEach(async () => {
      shop.clock.set(at("2037-12-01 10:00"));
      mailbox.clear();
      const shopper = shop.client();
      await shopper.register();
      id = (await submit(shopper, aCodOrder())).body.id;
      await merchant.put(orderPath(id), { status: "processing" });
    });

    test("DP12: a missed day is notified once a day, with the new day and what can still be chosen", async () => {
      await run("2037-12-02 20:00");
      expect(emails("sẽ đến muộn hơn")).toEqual([]);
      await run("2037-12-03 08:00");
      await run("2037-12-03 09:00");
      const [first, ...more] = emails(`${id} sẽ đến muộn hơn`);
      expect(more).toEqual([]);
      expect(first?.text).toContain("vào T4 02/12");
      expect(first?.text).toContain("dự kiến T6 04/12");
      expect(first?.text).toContain("hủy đơn vì đơn chưa được gửi đi");
      await run("2037-12-05 08:00");
      expect(emails(`${id} sẽ đến muộn hơn`)).toHaveLength(2);
      await merchant.put(orderPath(id), { status: "completed" });
      await run("2037-12-20 08:00");
      expect(emails(`${id} sẽ đến muộn hơn`)).toHaveLength(2);
    });

    test.each(["returning", "returned", "lost"])(
      "DP12: no new day is announced for a parcel that is %s, but for the one that is sent instead",
      async (status) => {
        const parcel = (code: string, of: string) =>
          shop.db.write(sql`
            insert into parcel (order_id, client_order_code, status, created_at, updated_at)
            values (${id}, ${`late-${id}-${code}`}, ${of}, ${shop.clock.now()}, ${shop.clock.now()}) returning id`);
        await parcel("first", status);
        await run("2037-12-03 08:00");
        expect(emails(`${id} sẽ đến muộn hơn`)).toEqual([]);
        await parcel("second", "transporting");
        await run("2037-12-03 09:00");
        expect(emails(`${id} sẽ đến muộn hơn`)).toHaveLength(1);
      },
    );

    test("DP12: a change by the merchant needs a reason, and is emailed", async () => {
      expect(await command(shop, `promises change ${id} 2037-12-09`)).toMatchObject({ exit: 1 });
      expect(await command(shop, `promises change ${id} 2037-11-30 --reason kho`)).toMatchObject({ exit: 1 });
      expect(await command(shop, `promises change 99999999 2037-12-09 --reason kho`)).toMatchObject({ exit: 1 });
      expect(await command(shop, `promises change ${id} 2037-12-09 --reason hết-đá`)).toMatchObject({ exit: 0 });
      await shop.runJobs();
      const [changed] = emails(`Ngày nhận mới của đơn hàng ${id}`);
      expect(changed?.text).toContain("dự kiến đến T4 09/12");
      expect(changed?.text).toContain("Lý do: hết-đá");
      // the new day is the promise: the old one is not missed any more
      await run("2037-12-08 08:00");
      expect(emails(`${id} sẽ đến muộn hơn`)).toEqual([]);
    });

    test("DP03: from 1 November the merchant is emailed once that the next year's days off are missing", async () => {
      const missing = () => mailbox.emails(shopAddress).filter(({ subject }) => subject.includes("lịch nghỉ năm 2039"));
      await run("2038-10-31 09:00", checkDaysOff);
      expect(missing()).toEqual([]);
      await run("2038-11-01 09:00", checkDaysOff);
      await run("2038-11-02 09:00", checkDaysOff);
      expect(missing()).toHaveLength(1);
    });
  });
