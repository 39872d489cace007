import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/shelf.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`orders by command, on ${engine.name}`, () => {
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

    test("are confirmed once, with the reason in the history", async () => {
      expect(await command(shop, `orders move ${orderId} processing --reason called`)).toMatchObject({
        exit: 0,
        out: `Order ${orderId} is processing now; it was pending.`,
      });
      expect((await command(shop, `orders move ${orderId} processing`)).out).toContain("already");
      const moves = await shop.db.all(sql`
        select actor, reason from order_event where order_id = ${orderId} and to_status = 'processing'`);
      expect(moves).toEqual([{ actor: "merchant", reason: "called" }]);
    });

    test("are called off, and not brought back once their pieces are sold", async () => {
      expect((await command(shop, `orders move ${orderId} cancelled`)).exit).toBe(0);
      await setStock(shop, hoops.id, 0);
      const { exit, err } = await command(shop, `orders move ${orderId} processing`);
      expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining("its pieces are sold (") });
      expect(await statusOf()).toBe("cancelled");
    });

    test("are known, and go where an order can go", async () => {
      expect(await command(shop, "orders move 99999999 processing")).toMatchObject({
        exit: 1,
        err: "There is no order 99999999.",
      });
      const wrong = await command(shop, `orders move ${orderId} lost`);
      expect(wrong).toMatchObject({ exit: 1, err: expect.stringContaining("on-hold") });
    });
  });
