import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import version27 from "#fixtures/old-shops/0027-under-way.json" with { type: "json" };
import version30 from "#fixtures/old-shops/0030-under-way.json" with { type: "json" };
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { stockOf } from "#fixtures/testing/merchant-order.ts";
import { schemaDefinitions } from "#fixtures/testing/schema-definitions.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { migrate } from "#shop/kernel/db/migrate.ts";
import { findStockDeviations } from "#shop/stock/index.ts";
import { checkBackup } from "./check-backup.ts";
import { rebuild } from "./fill-database.ts";
import { readBackup } from "./read-backup.ts";

/**
 * Shops of earlier versions, by their last migration, with work under way, written by their own `backup`: orders that are paid,
 * unpaid (with a stock reservation), cancelled, and at the carrier; carts of a guest and of an account, a session, an API
 * key, and queued jobs. 0028 renamed tables and columns, 0030 is followed by the staff and their order workflow.
 */
const versions = { "0027": version27, "0030": version30 };
type Version = keyof typeof versions;
const fileOf = (version: Version): string =>
  join(import.meta.dirname, `../../../fixtures/old-shops/${version}-under-way.backup`);

const ways = {
  upgraded: async ({ db }: PayingShop, file: string) => {
    const plan = await checkBackup(file, undefined);
    await db.transaction((tx) =>
      rebuild(tx, { ...plan, since: [], scripts: [] }, async (take) => {
        await readBackup(file, {
          header: () => {},
          content: async (content) => {
            if (content.kind === "rows") await take(content);
          },
        });
      }),
    );
    expect(await migrate(db, pino({ level: "silent" }))).toEqual(plan.since.map(({ name }) => name));
  },
  restored: async (shop: PayingShop, file: string) => {
    expect(await command(shop, `restore ${file}`)).toMatchObject({ exit: 0 });
  },
};

for (const engine of engines)
  describe.each([
    ["0027", "upgraded"],
    ["0030", "restored"],
    ...(testAll
      ? ([
          ["0027", "restored"],
          ["0030", "upgraded"],
        ] as const)
      : []),
  ] as const)(`a shop of version %s, %s on ${engine.name}`, (version, way) => {
    const old = versions[version];
    const { orders } = old;
    let shop: PayingShop;
    let mailbox: TestMailbox;
    const deliveries: string[] = [];
    const receiver = createServer((request, response) => {
      deliveries.push(String(request.headers["x-wc-webhook-topic"]));
      request.resume().on("end", () => response.end("ok"));
    });
    const merchant = () => shop.client({ headers: { authorization: old.authorization, "x-forwarded-proto": "https" } });
    let host: string;

    beforeAll(async () => {
      await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
      host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
      mailbox = await openMailbox();
      const env = { ...httpsEnv, ...mailbox.env, ALLOWED_PRIVATE_HOSTS: host };
      shop = await openPayingShop(engine, { seed: false, env });
      await ways[way](shop, fileOf(version));
      shop.clock.set(new Date(old.madeAt));
    });
    afterAll(() => {
      receiver.close();
    });

    test("has the functions, triggers and views of a new database", async () => {
      const fresh = await engine.open("empty");
      expect(await schemaDefinitions(shop.db)).toEqual(await schemaDefinitions(fresh));
      await fresh.close();
    });

    test("ST01: every stock begins with an opening movement, and their sums equal the stock", async () => {
      expect(await findStockDeviations(shop.db)).toEqual([]);
      const movements = await shop.db.all<{ stock: number; reason: string }>(
        sql`select stock_id stock, reason from stock_movement`,
      );
      const filled = await shop.db.all<{ id: number }>(sql`select id from stock where quantity <> 0`);
      expect(filled.length).toBeGreaterThan(0);
      for (const { id } of filled)
        expect(movements.filter(({ stock }) => stock === id)).toEqual([{ stock: id, reason: "opening" }]);
    });

    test("keeps the customer logged in, with the cart", async () => {
      const customer = shop.client();
      customer.cookies.set("lianne_session", old.session);
      expect(await customer.api.checkAuth()).toMatchObject({ data: { user: { username: "khachquen" } } });
      expect(await customer.api.cart()).toMatchObject({ data: { items: [{ id: pearls.id, quantity: 2 }] } });
    });

    test("keeps a guest's cart", async () => {
      const guest = shop.client();
      guest.cookies.set("lianne_cart", old.cart);
      expect(await guest.api.cart()).toMatchObject({ data: { items: [{ id: hoops.id, quantity: 3 }] } });
    });

    test("accepts the merchant's key, and has every order in its status", async () => {
      const { status, body } = await merchant().get<{ id: number; status: string }[]>(
        "/wp-json/wc/v3/orders?orderby=id&per_page=100",
      );
      expect(status).toBe(200);
      expect(Object.fromEntries(body.map((order) => [order.id, order.status]))).toMatchObject({
        [orders.paid]: "processing",
        [orders.unpaid]: "pending",
        [orders.cancelled]: "cancelled",
        [orders.shipped]: "processing",
        [orders.queued]: "pending",
      });
      const stages = await shop.db.all<{ id: number; stage: string }>(
        sql`select order_id id, stage from order_workflow`,
      );
      expect(Object.fromEntries(stages.map(({ id, stage }) => [id, stage]))).toMatchObject({
        [orders.unpaid]: "awaiting_payment",
        [orders.cancelled]: "closed",
        [orders.queued]: "to_confirm",
      });
      expect(stages).toHaveLength(body.length);
      const shipment = await shop.db.one(
        sql`select tracking_code code, next_poll_at is not null polled from parcel where order_id = ${orders.shipped}`,
      );
      expect(shipment).toEqual({ code: old.trackingCode, polled: true });
    });

    test("runs the jobs that were queued: emails and webhooks", async () => {
      const hook = `/wp-json/wc/v3/webhooks/1`;
      expect((await merchant().put(hook, { delivery_url: `http://${host}/hear` })).status).toBe(200);
      await shop.runJobs();
      expect(deliveries).toContain("order.created");
      expect(mailbox.emails("khachquen@example.com").length).toBeGreaterThan(0);
      expect(await shop.db.all(sql`select from outbox where kind = 'mail' and done_at is null`)).toEqual([]);
      shop.takeLoggedErrors();
    });

    test("releases the unpaid order's stock when its reservation ends", async () => {
      const before = await stockOf(shop, hoops.id);
      for (const minutes of [18, 13]) {
        shop.clock.advance(minutes * minuteMs);
        await shop.runJobs();
        // enqueued with the database's now(), which is later than the clock of the backup's time
        await shop.db.write(sql`update outbox set run_after = ${shop.clock.now()} where done_at is null`);
        await shop.runJobs();
      }
      expect(await stockOf(shop, hoops.id)).toBe((before ?? 0) + 1);
      expect((await merchant().get<{ status: string }>(`/wp-json/wc/v3/orders/${orders.unpaid}`)).body.status).toBe(
        "cancelled",
      );
      shop.takeLoggedErrors();
    });
  });
