import { beforeAll, describe, expect, test } from "vitest";
import { calendarDayOf } from "#contract/calendar-days.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { measurePromises, nextAdjustment } from "./measure-promises.ts";

const none = { extraDays: 0, goodWeeks: 0, proposed: false };
const fulfilled = (inTime: number, parcels = 30, slack = 0) => ({ group: "province:1", parcels, inTime, slack });

test("DP13: below 90 % over 30 parcels a group has one more day until four good weeks", () => {
  expect(nextAdjustment(none, { month: fulfilled(26, 29), week: fulfilled(1, 4) })).toEqual(none);
  expect(nextAdjustment(none, { month: fulfilled(27), week: fulfilled(7, 7) })).toEqual(none);
  let state = nextAdjustment(none, { month: fulfilled(26), week: fulfilled(5, 8) });
  expect(state).toEqual({ extraDays: 1, goodWeeks: 0, proposed: false });
  const good = { month: fulfilled(26), week: fulfilled(10, 10) };
  for (let week = 0; week < 3; week++) state = nextAdjustment(state, good);
  expect(state).toEqual({ extraDays: 1, goodWeeks: 3, proposed: false });
  expect(nextAdjustment(state, { ...good, week: fulfilled(5, 10) })).toEqual({
    extraDays: 1,
    goodWeeks: 0,
    proposed: false,
  });
  // a week without parcels changes nothing
  expect(nextAdjustment(state, { month: undefined, week: undefined })).toEqual(state);
  expect(nextAdjustment(state, good)).toEqual(none);
});

test("DP13: a shorter promise is only proposed", () => {
  const early = { month: fulfilled(60, 60, 1.2), week: fulfilled(15, 15, 1.2) };
  expect(nextAdjustment(none, early)).toEqual({ ...none, proposed: true });
  expect(nextAdjustment(none, { ...early, month: fulfilled(60, 60, 0.9) })).toEqual(none);
  expect(nextAdjustment({ ...none, extraDays: -1 }, early)).toEqual({ ...none, extraDays: -1 });
  expect(nextAdjustment({ ...none, extraDays: -1 }, { month: fulfilled(20), week: fulfilled(2, 5) })).toEqual(none);
});

for (const engine of engines)
  describe(`fulfilled promises on ${engine.name}`, () => {
    let shop: TestShop;
    const late = "region:south";
    const early = "region:north";

    beforeAll(async () => {
      shop = await openShop(engine, { env: { RATE_LIMITS: "off" } });
      await setStock(shop, hoops.id, 10);
      const shopper = shop.client();
      await shopper.register();
      const { body } = await submit(shopper, aCodOrder());
      // copies of one order: 40 parcels two days late, 40 two days early
      await shop.shop.db.transaction(async (tx) => {
        const now = shop.clock.now();
        const yesterday = calendarDayOf(new Date(now.getTime() - dayMs));
        await tx.run(sql`
          with o as (
            insert into orders (order_key, customer_id, status, subtotal, discount_total, shipping_total, total, payment_method,
              payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, created_at, modified_at)
            select 'copy-' || n, customer_id, 'completed', subtotal, discount_total, shipping_total, total, payment_method,
              payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, ${now}, ${now}
            from orders, generate_series(1, 80) n where id = ${body.id} returning id, order_key),
          promised as (
            insert into order_promise (order_id, promised_from, promised_by, shown_by, measured_by, promise_basis, destination_group, work_days, transit_min, transit_max)
            select id, ${yesterday}::date, ${yesterday}::date, ${yesterday}::date, ${yesterday}::date, 'policy',
              case when split_part(order_key, '-', 2)::integer <= 40 then ${late} else ${early} end, 0, 2, 3 from o),
          sent as (
            insert into parcel (order_id, client_order_code, status, created_at, updated_at)
            select id, order_key, 'delivered', ${now}, ${now} from o returning id, client_order_code)
          insert into parcel_event (parcel_id, status, at)
          select id, 'delivered', ${now}::timestamptz + case when split_part(client_order_code, '-', 2)::integer <= 40
            then interval '1 day' else interval '-3 days' end from sent`);
      });
    });

    test("DP13: `promises` prints shares, the week adds a day, and only a confirmation takes one away", async () => {
      const report = await command(shop, "promises list");
      expect(report.exit, report.err).toBe(0);
      expect(report.out).toMatch(/region:north +policy +40 +100 % +2/);
      expect(report.out).toMatch(/region:south +policy +40 +0 % +-2/);
      await shop.shop.db.transaction((tx) => measurePromises(tx, shop.clock.now()));
      const { out } = await command(shop, "promises list --json");
      expect(JSON.parse(out)).toMatchObject([
        { group: early, extraDays: 0, proposed: true },
        { group: late, extraDays: 1, proposed: false },
      ]);
      expect(await command(shop, `promises confirm ${late}`)).toMatchObject({ exit: 1 });
      expect(await command(shop, `promises confirm ${early}`)).toMatchObject({ exit: 0 });
      const [confirmed] = JSON.parse((await command(shop, "promises list --json")).out);
      expect(confirmed).toMatchObject({ group: early, extraDays: -1, proposed: false });
    });
  });
