import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`orders commands on ${engine.name}`, () => {
    let shop: TestShop;
    let orderId: number;
    const statusOf = async () =>
      (await shop.db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
    beforeAll(async () => {
      shop = await openShop(engine);
      const shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 1);
      orderId = (await submit(shopper, aCodOrder())).body.id;
    });

    test("set-status confirms an order once, with the reason in the history", async () => {
      expect(await command(shop, `orders set-status ${orderId} processing --reason called`)).toMatchObject({
        exit: 0,
        out: `Order ${orderId} is now processing; it was pending.`,
      });
      expect((await command(shop, `orders set-status ${orderId} processing`)).out).toContain("already");
      const moves = await shop.db.all(sql`
        select actor, reason from order_event where order_id = ${orderId} and to_status = 'processing'`);
      expect(moves).toEqual([{ actor: "merchant", reason: "called" }]);
    });

    test("set-status cancels an order, and cannot reopen it once its items are out of stock", async () => {
      expect((await command(shop, `orders set-status ${orderId} cancelled`)).exit).toBe(0);
      await setStock(shop, hoops.id, 0);
      const { exit, err } = await command(shop, `orders set-status ${orderId} processing`);
      expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining("items are out of stock (") });
      expect(await statusOf()).toBe("cancelled");
    });

    test("OL05: confirm, hold, cancel and restore do what the back office does, at once", async () => {
      await setStock(shop, hoops.id, 1);
      const steps = [
        ["restore", 0, "processing"],
        ["hold", 0, "on-hold"],
        ["restore", 0, "processing"],
        ["confirm", 1, "processing"],
        ["cancel", 0, "cancelled"],
      ] as const;
      for (const [action, exit, status] of steps) {
        expect(await command(shop, `orders ${action} ${orderId} --reason x`), action).toMatchObject({ exit });
        expect(await statusOf(), action).toBe(status);
      }
      expect((await command(shop, "orders confirm 99999999")).err).toBe("There is no such order.");
    });

    test("set-status rejects unknown orders and statuses", async () => {
      expect(await command(shop, "orders set-status 99999999 processing")).toMatchObject({
        exit: 1,
        err: "There is no order 99999999.",
      });
      const wrong = await command(shop, `orders set-status ${orderId} lost`);
      expect(wrong).toMatchObject({ exit: 1, err: expect.stringContaining("on-hold") });
    });
  });
