import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Cart } from "#contract/cart.ts";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { DatabaseUnavailableError } from "#shop/kernel/db/database-unavailable.ts";

const add = "/wp-json/custom-cart/v1/add";
const update = "/wp-json/custom-cart/v1/update";
const remove = "/wp-json/custom-cart/v1/remove";
const clear = "/wp-json/custom-cart/v1/clear";
const view = "/wp-json/custom-cart/v1/view";
const [simple, ring] = [131, 101];

for (const engine of bothEngines)
  describe(`concurrent cart changes on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    beforeEach(async () => {
      for (const id of [simple, ring]) await setStock(shop, id, 5);
    });

    test("two concurrent adds never exceed the stock", async () => {
      const visitor = shop.client();
      await visitor.post(add, { product_id: simple });
      const responses = await Promise.all(
        [3, 3].map((quantity) => visitor.post(add, { product_id: simple, quantity })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await visitor.get<Cart>(view)).body.item_count).toBe(4);
    });

    test("twelve concurrent adds of sizes with shared stock never exceed it, in a cart that does not exist yet", async () => {
      const visitor = shop.client();
      await visitor.register();
      const sizes = await variationsOf(shop, ring);
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, turn) =>
          visitor.post<Cart>(add, { product_id: ring, variation_id: sizes[turn % sizes.length]?.id }),
        ),
      );
      const succeeded = responses.filter(({ status }) => status === 200);
      expect(succeeded).toHaveLength(5);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(7);
      expect(succeeded.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4, 5]);
      expect((await visitor.get<Cart>(view)).body.item_count).toBe(5);
    });

    test("adding while the cart is being cleared loses neither change", async () => {
      const visitor = shop.client();
      await visitor.post(add, { product_id: simple });
      await Promise.all([visitor.post(clear), visitor.post(add, { product_id: simple, quantity: 2 })]);
      expect([0, 2]).toContain((await visitor.get<Cart>(view)).body.item_count);
    });

    test("changes of many visitors are batched: each gets their own cart, and one that fails does not affect the others", async () => {
      await setStock(shop, simple, 100);
      const visitors = Array.from({ length: 40 }, () => shop.client());
      const request = (nth: number) => ({ product_id: simple, quantity: (nth % 7) + 1 });
      const malformed = { product_id: ring, attributes: { pa_size: "\u0000" } };
      const responses = await Promise.all(
        visitors.map((visitor, nth) => visitor.post<Cart>(add, nth === 5 ? malformed : request(nth))),
      );
      expect(responses.map(({ status }) => status)).toEqual(visitors.map((_, nth) => (nth === 5 ? 400 : 200)));
      const carts = await Promise.all(visitors.map((visitor) => visitor.get<Cart>(view)));
      expect(carts.map(({ body }) => body.item_count)).toEqual(
        visitors.map((_, nth) => (nth === 5 ? 0 : request(nth).quantity)),
      );
      const [first, second, third] = visitors;
      const key = carts[0]?.body.items[0]?.cart_item_key;
      const changes = await Promise.all([
        first?.post<Cart>(update, { cart_item_key: key, quantity: 50 }),
        first?.post<Cart>(add, { product_id: simple, quantity: 1 }),
        second?.post<Cart>(remove, { cart_item_key: key }),
        third?.post<Cart>(add, {
          product_id: ring,
          variation_id: (await variationsOf(shop, ring))[0]?.id,
          before: key,
        }),
      ]);
      expect(changes.map((response) => response?.status)).toEqual([200, 200, 200, 200]);
      expect([50, 51]).toContain((await first?.get<Cart>(view))?.body.item_count);
      expect((await second?.get<Cart>(view))?.body.items).toEqual([]);
      expect((await third?.get<Cart>(view))?.body.items.map(({ id }) => id)).toEqual([ring, simple]);
    });

    test("a write that the database did not take is never reported as done", async () => {
      const visitors = Array.from({ length: 10 }, () => shop.client());
      await Promise.all(visitors.map((visitor) => visitor.post(add, { product_id: simple })));
      const write = vi
        .spyOn(shop.db, "write")
        .mockRejectedValue(new DatabaseUnavailableError("connection lost during a write"));
      const more = () => Promise.all(visitors.map((visitor) => visitor.post<Cart>(add, { product_id: simple })));
      expect((await more()).map(({ status }) => status)).toEqual(visitors.map(() => 503));
      write.mockRestore();
      shop.takeLoggedErrors();
      expect((await more()).map(({ body }) => body.item_count)).toEqual(visitors.map(() => 2));
    });

    // PGlite has a single connection, so no other transaction can hold a row lock
    if (engine.name === "PostgreSQL")
      test("a locked cart does not delay changes of other carts", async () => {
        const [locked, other] = [shop.client(), shop.client()];
        for (const visitor of [other, locked]) await visitor.post(add, { product_id: simple });
        const [lockTaken, lockReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const lockTransaction = shop.db.transaction(async (tx) => {
          await tx.withoutTimeouts();
          await tx.run(sql`update cart set updated_at = now() where id = (select max(id) from cart)`);
          lockTaken.resolve();
          await lockReleased.promise;
        });
        await lockTaken.promise;
        const blocked = locked.post<Cart>(add, { product_id: simple });
        for (const count of [2, 3, 4])
          expect((await other.post<Cart>(add, { product_id: simple })).body.item_count).toBe(count);
        lockReleased.resolve();
        await lockTransaction;
        expect((await blocked).body.item_count).toBe(2);
      });

    test("a cart shows a product's data as just changed", async () => {
      const visitor = shop.client();
      await visitor.post(add, { product_id: simple });
      const line = async () => (await visitor.get<Cart>(view)).body.items[0];
      const category = (await line())?.category ?? "";
      const move = (from: string, to: string) =>
        shop.db.write(sql`update category set slug = ${to} where slug = ${from}`);
      await move(category, "elsewhere");
      await expect.poll(async () => (await line())?.category).toBe("elsewhere");
      await move("elsewhere", category);
      await expect.poll(async () => (await line())?.category).toBe(category);
    });

    describe("round trips to the database", () => {
      const count = async (work: () => Promise<unknown>): Promise<number> => {
        const spies = [vi.spyOn(shop.db, "all"), vi.spyOn(shop.db, "one"), vi.spyOn(shop.db, "write")];
        const transactions = vi.spyOn(shop.db, "transaction");
        await work();
        expect(transactions).not.toHaveBeenCalled();
        const trips = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
        for (const spy of [...spies, transactions]) spy.mockRestore();
        return trips;
      };
      afterEach(() => {
        vi.restoreAllMocks();
      });
      const visitors: [string, () => Promise<Visitor>][] = [
        ["a visitor", async () => shop.client()],
        [
          "a customer",
          async () => {
            const customer = shop.client();
            await customer.register();
            return customer;
          },
        ],
      ];

      test.each(visitors)("are two for each change by %s, and one or two for a read", async (_name, arrive) => {
        const visitor = await arrive();
        const attributes = { pa_size: "50 mm", pa_box: "Gift Box" };
        const [size] = await variationsOf(shop, ring);
        let key = "";
        expect(await count(() => visitor.post(add, { product_id: simple }))).toBe(2);
        expect(await count(() => visitor.post(add, { product_id: ring, variation_id: size?.id }))).toBe(2);
        expect(await count(() => visitor.post(add, { product_id: ring, attributes }))).toBe(2);
        expect(
          await count(async () => {
            key = (await visitor.get<Cart>(view)).body.items[0]?.cart_item_key ?? "";
          }),
        ).toBe(1);
        expect(await count(() => visitor.post(update, { cart_item_key: key, quantity: 3 }))).toBe(2);
        expect(await count(() => visitor.post(remove, { cart_item_key: key }))).toBe(2);
        expect(await count(() => visitor.post(clear))).toBe(2);
        expect(await count(() => visitor.get(view))).toBe(2);
      });

      test("are none for a read without cookies", async () => {
        expect(await count(() => shop.client().get(view))).toBe(0);
      });
    });
  });
