import { beforeAll, describe, expect, test } from "vitest";
import type { OrderCounts, Today, TodayQueue } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`today on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      // noon in Vietnam, long after the demonstration's orders
      shop.clock.set(new Date("2031-11-21T05:00:00Z"));
      await shop.db.write(sql`update orders set status = 'trash'`);
      merchant = await merchantOf(shop);
      await shop.db.write(sql`update stock set quantity = 500 where managed`);
      owner = (await staffMember(shop)).browser;
    });

    const placed = async (own: object = {}): Promise<number> => {
      const order = { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }], ...own };
      return (await orderOf(merchant, order)).id;
    };
    const today = async (browser: StaffVisitor = owner): Promise<Today> =>
      (await browser.call<Today>("GET", "/today")).body;
    const queueOf = async (name: TodayQueue, browser?: StaffVisitor) =>
      (await today(browser)).queues.find((queue) => queue.name === name);
    const setStatus = (id: number, status: string) => merchant.put(orderPath(id), { status });

    test("TD01: without open work there is no queue", async () => {
      expect((await today()).queues).toEqual([]);
    });

    test("TD02: a queue has the number of orders that its list returns, and the age of the oldest", async () => {
      const first = await placed();
      shop.clock.advance(1000);
      await placed();
      const held = await placed();
      await setStatus(held, "on-hold");
      const packed = await placed();
      await setStatus(packed, "processing");
      await setStatus(await placed(), "processing");
      await shop.db.write(
        sql`insert into packing (order_id, state, at) values (${packed}, 'packed', ${shop.clock.now()})`,
      );
      const refused = await placed();
      await setStatus(refused, "processing");
      await shop.db.write(sql`
        insert into parcel (order_id, client_order_code, status) values (${refused}, 'refused', 'refused')`);
      const { queues } = await today();
      expect(queues.map(({ name, count }) => [name, count])).toEqual([
        ["delivery_problem", 1],
        ["needs_review", 1],
        ["to_confirm", 2],
        ["to_pack", 1],
        ["to_hand_over", 1],
      ]);
      for (const { count, href } of queues) {
        const list = await merchant.get(`/wp-json/wc/v3/orders?${href.split("?")[1]}`);
        expect([list.status, list.header("x-wp-total")], href).toEqual([200, String(count)]);
      }
      const { body } = await merchant.get<{ date_created_gmt: string }>(orderPath(first));
      expect((await queueOf("to_hand_over"))?.href, "TD01: the work starts on its own screen").toMatch(
        /^\/manifests\?/,
      );
      const oldest = (await queueOf("to_confirm"))?.oldest_at;
      expect(oldest?.slice(0, 19)).toBe(body.date_created_gmt);
    });

    test("TD02: an order that is done leaves its queue with the next request", async () => {
      const id = await placed();
      const before = (await queueOf("to_confirm"))?.count ?? 0;
      await setStatus(id, "cancelled");
      expect((await queueOf("to_confirm"))?.count).toBe(before - 1);
    });

    test("TD02: an order that cannot be reached by phone has a queue of its own", async () => {
      const id = await placed();
      const before = (await queueOf("to_confirm"))?.count ?? 0;
      for (let call = 0; call < 3; call++) {
        expect(await queueOf("unreachable")).toBeUndefined();
        await shop.db.write(sql`
          insert into order_call (order_id, outcome, at) values (${id}, 'no_answer', ${shop.clock.now()})`);
      }
      expect(await queueOf("unreachable")).toMatchObject({
        count: 1,
        href: "/orders?stage=to_confirm&unreachable=true",
      });
      expect((await queueOf("to_confirm"))?.count).toBe(before - 1);
      const list = await merchant.get<{ id: number }[]>("/wp-json/wc/v3/orders?stage=to_confirm&unreachable=true");
      expect(list.body.map((order) => order.id)).toEqual([id]);
    });

    test("TD02, RO03: a role sees the queues on which it can act, and a packer no amounts", async () => {
      const { browser: packer } = await staffMember(shop, "packer");
      const { queues, day } = await today(packer);
      expect(queues.map(({ name }) => name)).toEqual(["to_pack", "to_hand_over"]);
      expect(day).toBeNull();
      const { browser: accountant } = await staffMember(shop, "accountant");
      expect(await today(accountant)).toMatchObject({ queues: [], day: { orders: expect.any(Number) } });
      const counts = await packer.call<Problem>("GET", "/order-counts");
      expect([counts.status, counts.body.code, counts.body.data.permission]).toEqual([
        403,
        "lianne_forbidden",
        "orders.view",
      ]);
    });

    test("TD02: orders that customers collect are a queue of the roles that complete them", async () => {
      const id = await placed({ shipping_lines: [{ method_id: "local_pickup", method_title: "Pickup" }] });
      await setStatus(id, "processing");
      await shop.db.write(sql`insert into packing (order_id, state, at) values (${id}, 'packed', ${shop.clock.now()})`);
      const { browser: staff } = await staffMember(shop, "staff");
      for (const browser of [owner, staff])
        expect(await queueOf("to_collect", browser)).toMatchObject({ count: 1, href: "/orders?stage=to_collect" });
      for (const role of ["packer", "accountant"] as const)
        expect(await queueOf("to_collect", (await staffMember(shop, role)).browser), role).toBeUndefined();
      const list = await merchant.get<{ id: number }[]>("/wp-json/wc/v3/orders?stage=to_collect");
      expect(list.body.map((order) => order.id)).toEqual([id]);
    });

    test("TD05: an unchanged Today returns 304, a changed one its new content", async () => {
      const { status, header } = await owner.call("GET", "/today");
      const etag = header("etag") ?? "";
      expect([status, etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
      shop.clock.advance(1000);
      const same = await owner.call("GET", "/today", undefined, { "if-none-match": etag });
      expect([same.status, same.text, same.header("etag")]).toEqual([304, "", etag]);
      await placed();
      const changed = await owner.call<Today>("GET", "/today", undefined, { "if-none-match": etag });
      expect([changed.status, changed.body.queues.length > 0]).toEqual([200, true]);
    });

    test("TD04: the day counts orders, value, received money, and the cash that carriers hold", async () => {
      const before = (await today()).day;
      const id = await placed();
      const { body } = await merchant.get<{ total: string }>(orderPath(id));
      await shop.db.write(sql`
        insert into parcel (order_id, client_order_code, status, cod_amount) values (${id}, 'held', 'delivered', 412000)`);
      await merchant.put(orderPath(await placed({ payment_method: "vnpay_visa" })), { set_paid: true });
      await setStatus(await placed(), "cancelled");
      const { day } = await today();
      expect(day?.date).toBe("2031-11-21");
      expect((day?.orders ?? 0) - (before?.orders ?? 0)).toBe(2);
      expect((day?.value ?? 0) - (before?.value ?? 0)).toBe(2 * Number(body.total));
      expect(day?.held_by_carriers).toBe(412_000);
    });

    test("TD03: a queue turns amber and red after the hours of the settings", async () => {
      const level = async (name: TodayQueue) => (await queueOf(name))?.level;
      expect([await level("to_confirm"), await level("to_pack"), await level("to_hand_over")]).toEqual([
        "normal",
        "normal",
        "normal",
      ]);
      shop.clock.advance(3 * hourMs);
      expect([await level("to_confirm"), await level("to_pack")]).toEqual(["amber", "normal"]);
      // past the pickup at 17:00
      shop.clock.advance(2 * hourMs);
      expect([await level("to_pack"), await level("to_hand_over")]).toEqual(["amber", "red"]);
      // 04:00 of the next day: at night the shop is closed
      shop.clock.advance(11 * hourMs);
      expect(await level("to_confirm")).toBe("amber");
      shop.clock.advance(8 * hourMs);
      expect([await level("to_confirm"), await level("to_pack")]).toEqual(["red", "red"]);
      expect(await command(shop, "settings set today_confirm_red 99")).toMatchObject({ exit: 0 });
      expect(await level("to_confirm")).toBe("amber");
    });

    test("OL01: orders are counted by stage, with the filters of the list", async () => {
      const { body: all } = await owner.call<OrderCounts>("GET", "/order-counts");
      const { body: online } = await owner.call<OrderCounts>("GET", "/order-counts?payment_method=vnpay_visa");
      expect([online.to_confirm, online.to_pack]).toEqual([0, 1]);
      const { closed: _, ...open } = all;
      for (const [stage, count] of Object.entries(open)) {
        const list = await merchant.get(`/wp-json/wc/v3/orders?stage=${stage}`);
        expect([stage, list.header("x-wp-total")]).toEqual([stage, String(count)]);
      }
      const { status, body } = await owner.call<Problem>("GET", "/order-counts?min_total=much");
      expect([status, body.data.params]).toEqual([400, { min_total: expect.any(String) }]);
    });
  });
