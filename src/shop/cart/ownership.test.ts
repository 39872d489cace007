import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus, setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { removeOrderedLines } from "./index.ts";

const add = "/wp-json/custom-cart/v1/add";
const [one, other, ring] = [131, 135, 101];
const day = 24 * 3_600_000;

const cartOf = async (visitor: Visitor): Promise<Cart> =>
  (await visitor.get<Cart>("/wp-json/custom-cart/v1/view")).body;
const quantities = (cart: Cart): Record<number, number> =>
  Object.fromEntries(cart.items.map(({ id, quantity }) => [id, quantity]));
const put = (visitor: Visitor, id: number, quantity = 1, more: object = {}): Promise<TestResponse<Cart>> =>
  visitor.post<Cart>(add, { product_id: id, quantity, ...more });

for (const engine of engines)
  describe(`cart ownership on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    beforeEach(async () => {
      for (const id of [one, other, ring]) await setStock(shop, id, 10);
    });

    test("a visitor reads and changes only their own cart", async () => {
      const [visitor, stranger] = [shop.client(), shop.client()];
      const key = (await put(visitor, one)).body.items[0]?.cart_item_key;
      await put(stranger, other);
      for (const [path, body] of [
        ["update", { cart_item_key: key, quantity: 5 }],
        ["remove", { cart_item_key: key }],
      ] as const)
        expect((await stranger.post(`/wp-json/custom-cart/v1/${path}`, body)).status).toBe(404);
      await stranger.post("/wp-json/custom-cart/v1/clear", { cart_item_keys: [key] });
      expect(quantities(await cartOf(visitor))).toEqual({ [one]: 1 });
      expect(quantities(await cartOf(stranger))).toEqual({ [other]: 1 });
    });

    test("an account's cart is the same on every device and no one else's", async () => {
      const [laptop, phone, stranger] = [shop.client(), shop.client(), shop.client()];
      const user = await laptop.register();
      await put(laptop, one, 2);
      await phone.login(user.username, user.password);
      expect(quantities(await cartOf(phone))).toEqual({ [one]: 2 });
      await stranger.register();
      expect((await cartOf(stranger)).items).toEqual([]);
      expect(laptop.cookies.has("lianne_cart")).toBe(false);
    });

    test("the cart is not visible after logout", async () => {
      const visitor = shop.client();
      const user = await visitor.register();
      await put(visitor, one);
      await visitor.post("/wp-json/custom-auth/v1/logout");
      expect((await cartOf(visitor)).items).toEqual([]);
      await visitor.login(user.username, user.password);
      expect(quantities(await cartOf(visitor))).toEqual({ [one]: 1 });
    });

    test("a token that the shop did not issue opens no cart", async () => {
      const visitor = shop.client();
      visitor.cookies.set("lianne_cart", "chosen-by-somebody-else");
      await put(visitor, one);
      expect(visitor.cookies.get("lianne_cart")).toMatch(/^[\w-]{43}$/);
    });

    test("requests from another origin change nothing", async () => {
      const visitor = shop.client();
      await put(visitor, one);
      const evil = { origin: "https://evil.example" };
      for (const [method, path] of [
        ["POST", add],
        ["POST", "/wp-json/custom-cart/v1/clear"],
        ["DELETE", "/wp-json/wc/v3/cart/items"],
        ["POST", "/cart/?wc-ajax=remove_from_cart"],
      ] as const)
        expect((await visitor.call(method, path, { action: "clear_cart", product_id: one }, evil)).status).toBe(403);
      expect(quantities(await cartOf(visitor))).toEqual({ [one]: 1 });
    });

    test.each([
      ["vi", "Thay đổi chỉ được nhận từ các trang của Lianne."],
      ["en", "Requests that change data are accepted only from the shop's own pages."],
    ])("a request from another origin is rejected in the visitor's language: %s", async (lang, message) => {
      const visitor = shop.client();
      visitor.cookies.set("preferred-language", lang);
      const evil = { origin: "https://evil.example" };
      const rejected = await visitor.post<Problem>(add, { product_id: one }, evil);
      expect([rejected.status, rejected.body.message]).toEqual([403, expect.stringContaining(message)]);
      const named = await shop.client().post<Problem>(`${add}?lang=${lang}`, { product_id: one }, evil);
      expect(named.body.message).toContain(message);
    });

    test("login merges the guest's cart: quantities add up, capped by stock, and the guest's is deleted", async () => {
      const [first, visitor] = [shop.client(), shop.client()];
      const user = await first.register();
      await put(first, one, 7);
      const before = await put(first, other, 1);
      await put(visitor, one, 6);
      await put(visitor, other, 2);
      const thief = shop.client();
      thief.cookies.set("lianne_cart", visitor.cookies.get("lianne_cart") ?? "");
      await visitor.login(user.username, user.password);
      const merged = await cartOf(visitor);
      expect(quantities(merged)).toEqual({ [one]: 10, [other]: 3 });
      expect(merged.version).toBeGreaterThan(before.body.version);
      expect(visitor.cookies.has("lianne_cart")).toBe(false);
      expect((await cartOf(thief)).items).toEqual([]);
    });

    test("sizes with shared stock merge up to the available quantity", async () => {
      const [size50, size52, size54] = (await variationsOf(shop, ring)).map(({ id }) => id);
      const [first, visitor] = [shop.client(), shop.client()];
      const user = await first.register();
      await put(first, ring, 4, { variation_id: size50 });
      await put(visitor, ring, 5, { variation_id: size52 });
      await put(visitor, ring, 5, { variation_id: size54 });
      await visitor.login(user.username, user.password);
      const quantities = (await cartOf(visitor)).items.map(({ variation_id, quantity }) => [variation_id, quantity]);
      expect(quantities).toEqual([
        [size50, 4],
        [size52, 5],
        [size54, 1],
      ]);
    });

    test("merging retains lines no longer sold, drops lines out of stock, and never reduces the account's", async () => {
      const [first, visitor] = [shop.client(), shop.client()];
      const user = await first.register();
      await put(first, ring, 9, { variation_id: (await variationsOf(shop, ring))[0]?.id });
      await put(visitor, one, 2);
      await put(visitor, other, 2);
      await setStatus(shop, one, "draft");
      await setStock(shop, other, 0);
      await setStock(shop, ring, 4);
      await visitor.login(user.username, user.password);
      expect(quantities(await cartOf(visitor))).toEqual({ [ring]: 9, [one]: 2 });
      await setStatus(shop, one, "publish");
    });

    test("a wrong password merges nothing", async () => {
      const visitor = shop.client();
      const user = await shop.client().register();
      await put(visitor, one);
      await visitor.post("/wp-json/custom-auth/v1/login", { username: user.username, password: "not this one" });
      expect(quantities(await cartOf(visitor))).toEqual({ [one]: 1 });
    });

    test("a first login makes the guest's cart the account's, with a higher version", async () => {
      const visitor = shop.client();
      const user = await shop.client().register();
      await put(visitor, one);
      const { version } = (await put(visitor, one)).body;
      await visitor.login(user.username, user.password);
      const cart = await cartOf(visitor);
      expect(quantities(cart)).toEqual({ [one]: 2 });
      expect(cart.version).toBeGreaterThan(version);
    });

    test("ordered quantities leave the cart, and nothing else does", async () => {
      const visitor = shop.client();
      const user = await visitor.register();
      await put(visitor, one, 3);
      await put(visitor, other, 2);
      const [size] = await variationsOf(shop, ring);
      const { version } = (await put(visitor, ring, 2, { variation_id: size?.id })).body;
      await shop.db.transaction((tx) =>
        removeOrderedLines(tx, { customerId: user.id }, [
          { productId: one, variationId: null, quantity: 1 },
          { productId: one, variationId: null, quantity: 1 },
          { productId: ring, variationId: size?.id ?? 0, quantity: 2 },
          { productId: 160, variationId: null, quantity: 1 },
        ]),
      );
      const cart = await cartOf(visitor);
      expect(quantities(cart)).toEqual({ [one]: 1, [other]: 2 });
      expect(cart.version).toBeGreaterThan(version);
    });

    test("a guest's cart expires 30 days after its last change; an account's does not", async () => {
      const own = await openShop(engine);
      const [visitor, customer] = [own.client(), own.client()];
      const user = await customer.register();
      await put(visitor, one);
      await put(customer, one);
      own.clock.advance(29 * day);
      const again = await put(visitor, other);
      expect(again.header("set-cookie")).toContain("Max-Age=2592000");
      own.clock.advance(29 * day);
      await own.runJobs();
      expect(quantities(await cartOf(visitor))).toEqual({ [one]: 1, [other]: 1 });
      own.clock.advance(day + 1000);
      expect((await cartOf(visitor)).items).toEqual([]);
      await own.runJobs();
      expect(await own.db.all(sql`select 1 from cart where token_hash is not null`)).toHaveLength(0);
      await customer.login(user.username, user.password);
      expect(quantities(await cartOf(customer))).toEqual({ [one]: 1 });
      await own.close();
    });

    test("a session that is used only for cart requests is extended by each", async () => {
      const own = await openShop(engine);
      const visitor = own.client();
      await visitor.register();
      for (let turn = 0; turn < 3; turn++) {
        own.clock.advance(23 * 3_600_000);
        expect((await put(visitor, one)).body.item_count).toBe(turn + 1);
      }
      own.clock.advance(23 * 3_600_000);
      expect((await cartOf(visitor)).item_count).toBe(3);
      own.clock.advance(23 * 3_600_000);
      expect((await cartOf(visitor)).item_count).toBe(3);
      own.clock.advance(25 * 3_600_000);
      expect((await cartOf(visitor)).item_count).toBe(0);
      await own.close();
    });
  });
