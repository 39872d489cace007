import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StockVariation, setStatus, setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const add = "/wp-json/custom-cart/v1/add";
const update = "/wp-json/custom-cart/v1/update";
const remove = "/wp-json/custom-cart/v1/remove";
const clear = "/wp-json/custom-cart/v1/clear";
const viewPath = "/wp-json/custom-cart/v1/view";
/** simple products of the demo catalogue */
const [simple, reduced] = [131, 135];
/** a ring whose sizes share one stock, and one where some sizes have their own */
const [ring, ringBySize] = [101, 103];

const only = (cart: Cart) => {
  const [item, ...others] = cart.items;
  if (!item || others.length > 0) throw new Error(`expected one line, found ${cart.items.length}`);
  return item;
};

for (const engine of engines)
  describe(`the cart on ${engine.name}`, () => {
    let shop: TestShop;
    let visitor: Visitor;
    let sizes: StockVariation[];
    beforeAll(async () => {
      shop = await openShop(engine);
      sizes = await variationsOf(shop, ring);
    });
    beforeEach(async () => {
      visitor = shop.client();
      for (const id of [simple, reduced, ring]) await setStock(shop, id, 20);
    });
    const put = async (body: object): Promise<Cart> => {
      const response = await visitor.post<Cart>(add, body);
      if (response.status !== 200) throw new Error(response.text);
      return response.body;
    };

    test("is empty at first, and reading it creates neither cookie nor row", async () => {
      const response = await visitor.get<Cart>(viewPath);
      expect(response.body).toEqual({ items: [], total: 0, item_count: 0, message: "", version: 0 });
      expect(visitor.cookies.size).toBe(0);
    });

    test("adds a product, and sets a guest's cookie with the first", async () => {
      const first = await visitor.post<Cart>(add, { product_id: reduced, quantity: 2 });
      expect(first.header("set-cookie")).toMatch(
        /^lianne_cart=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const item = only(first.body);
      expect(item).toMatchObject({
        id: reduced,
        quantity: 2,
        price: 690_000,
        regular_price: 890_000,
        total: 1_380_000,
      });
      expect(item).toMatchObject({
        variation_id: null,
        option: "",
        attributes: [],
        purchasable: true,
        stock_quantity: 20,
        category: "necklaces",
        image: expect.stringMatching(/^\/media\/.+\.webp$/),
      });
      expect(item.cart_item_key).toMatch(/^[0-9a-f]{32}$/);
      expect(first.body).toMatchObject({ total: 1_380_000, item_count: 2, message: "Đã thêm sản phẩm vào giỏ hàng" });
      const token = visitor.cookies.get("lianne_cart");
      await put({ product_id: simple });
      expect(visitor.cookies.get("lianne_cart")).toBe(token);
      const stored = await shop.db.one(sql`select 1 from cart where encode(token_hash, 'escape') like ${`%${token}%`}`);
      expect(stored).toBeUndefined();
    });

    test("adds to the existing line, and increments the version with each change", async () => {
      const versions = [
        (await put({ product_id: simple, quantity: 2 })).version,
        (await put({ product_id: simple, quantity: "3" })).version,
      ];
      const cart = (await visitor.get<Cart>(viewPath)).body;
      expect(only(cart).quantity).toBe(5);
      expect(versions).toEqual([1, 2]);
      expect(cart.version).toBe(2);
    });

    test("requires a selection for a variable product, with a message in both languages", async () => {
      for (const body of [
        { product_id: ring },
        { product_id: ring, attributes: {} },
        { product_id: ring, variation_id: null },
      ]) {
        const response = await visitor.post<Problem>(add, body);
        expect(response.status).toBe(400);
        expect(response.body.message).toBe("Vui lòng chọn option");
      }
      const english = await visitor.post<Problem>(`${add}?lang=en`, { product_id: ring });
      expect(english.body.message).toBe("Please choose an option");
      const half = await visitor.post<Problem>(add, { product_id: ring, attributes: { pa_size: "50 mm" } });
      expect(half.body.message).toBe("Vui lòng chọn option");
    });

    test("finds the variation by id or by attributes: the same line either way, and two lines for two sizes", async () => {
      const [size] = sizes.filter(({ choices }) => choices.pa_size === "50 mm" && choices.pa_box === "Gift Box");
      await put({ product_id: ring, variation_id: size?.id });
      const cart = await put({ product_id: ring, attributes: { pa_size: "50 mm", pa_box: "Gift Box" } });
      expect(only(cart)).toMatchObject({
        variation_id: size?.id,
        quantity: 2,
        price: 490_000,
        option: "50 mm, Hộp quà",
      });
      expect(only(cart).attributes).toContainEqual({
        name: "Hộp",
        slug: "pa_box",
        option: "Hộp quà",
        value: "Gift Box",
      });
      const other = await put({ product_id: ring, attributes: { pa_size: "52 mm", pa_box: "Gift Box" } });
      expect(other.items.map(({ quantity }) => quantity)).toEqual([2, 1]);
      expect(new Set(other.items.map(({ cart_item_key }) => cart_item_key)).size).toBe(2);
      const english = (await visitor.get<Cart>(`${viewPath}?lang=en`)).body;
      expect(english.items[0]).toMatchObject({ name: "Solitaire CZ Silver Ring", option: "50 mm, Gift Box" });
    });

    test.each([
      { variation_id: 999_999 },
      { variation_id: 10_301 },
      { attributes: { pa_size: "99 mm", pa_box: "Gift Box" } },
      { attributes: { pa_colour: "blue" } },
    ])("rejects a selection that does not exist: %j", async (choice) => {
      const response = await visitor.post<Problem>(add, { product_id: ring, ...choice });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        code: "woocommerce_rest_cart_invalid_option",
        message: "Lựa chọn này hiện không có.",
      });
    });

    test("rejects products that are unknown, unpublished or in the trash", async () => {
      await setStatus(shop, simple, "draft");
      await setStatus(shop, reduced, "trash");
      for (const id of [simple, reduced, 2_000_000_000]) {
        const response = await visitor.post<Problem>(add, { product_id: id });
        expect(response.status).toBe(404);
        expect(response.body.message).toBe("Sản phẩm này hiện không còn bán.");
      }
      await setStatus(shop, simple, "publish");
      await setStatus(shop, reduced, "publish");
      expect(visitor.cookies.size).toBe(0);
    });

    test("rejects a product that is out of stock", async () => {
      await setStock(shop, simple, 0);
      const response = await visitor.post<Problem>(add, { product_id: simple });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        code: "woocommerce_rest_cart_out_of_stock",
        message: "Sản phẩm này đã hết hàng.",
        data: { params: { quantity: "Sản phẩm này đã hết hàng." } },
      });
      const [sold] = (await variationsOf(shop, ringBySize)).filter(({ available }) => available === 0);
      expect((await visitor.post(add, { product_id: ringBySize, variation_id: sold?.id })).status).toBe(400);
    });

    test("returns the available quantity when more is requested, counting what is in the cart", async () => {
      await setStock(shop, simple, 3);
      const atOnce = await visitor.post<Problem>(add, { product_id: simple, quantity: 4 });
      expect(atOnce.status).toBe(400);
      expect(atOnce.body).toMatchObject({
        code: "woocommerce_rest_cart_insufficient_stock",
        message: "Chỉ còn 3 sản phẩm trong kho.",
        data: { available: 3, room: 3, params: { quantity: "Chỉ còn 3 sản phẩm trong kho." } },
      });
      const { items } = await put({ product_id: simple, quantity: 2 });
      const more = await visitor.post<Problem>(`${add}?lang=en`, { product_id: simple, quantity: 2 });
      expect(more.body.message).toBe("Only 3 left in stock, and your bag already holds 2.");
      const farMore = await visitor.post<Problem>(`${add}?lang=en`, { product_id: simple, quantity: 999 });
      expect(farMore.body.message).toBe("Only 3 left in stock, and your bag already holds 2.");
      const raised = await visitor.post<Problem>(update, { cart_item_key: items[0]?.cart_item_key, quantity: 4 });
      expect(raised.status).toBe(400);
      expect(raised.body.data).toMatchObject({ available: 3, room: 3 });
      expect(only((await visitor.get<Cart>(viewPath)).body).quantity).toBe(2);
    });

    test("counts the quantity of lines that share one stock", async () => {
      await setStock(shop, ring, 3);
      const [one, other] = sizes;
      await put({ product_id: ring, variation_id: one?.id, quantity: 2 });
      const refused = await visitor.post<Problem>(add, { product_id: ring, variation_id: other?.id, quantity: 2 });
      expect(refused.status).toBe(400);
      expect(refused.body.data).toMatchObject({ available: 3, room: 1 });
      expect((await put({ product_id: ring, variation_id: other?.id })).item_count).toBe(3);
    });

    test("changes a quantity; 0 or less removes the line", async () => {
      const key = only(await put({ product_id: simple, quantity: 2 })).cart_item_key;
      const changed = await visitor.post<Cart>(update, { cart_item_key: key, quantity: "5" });
      expect(changed.body).toMatchObject({ message: "Đã cập nhật số lượng sản phẩm", item_count: 5, version: 2 });
      const same = await visitor.post<Cart>(update, { cart_item_key: key, quantity: 5 });
      expect(same.body.version).toBe(2);
      const gone = await visitor.post<Cart>(update, { cart_item_key: key, quantity: -1 });
      expect(gone.body).toMatchObject({ items: [], total: 0, message: "Đã xóa sản phẩm khỏi giỏ hàng", version: 3 });
    });

    test("allows a decrease to a quantity that is still above the stock", async () => {
      const key = only(await put({ product_id: simple, quantity: 9 })).cart_item_key;
      await setStock(shop, simple, 2);
      expect((await visitor.post<Cart>(update, { cart_item_key: key, quantity: 5 })).body.item_count).toBe(5);
      expect((await visitor.post(update, { cart_item_key: key, quantity: 6 })).status).toBe(400);
    });

    test("removes a line, and returns 404 for an unknown key", async () => {
      const key = only(await put({ product_id: simple })).cart_item_key;
      expect((await visitor.post<Cart>(remove, { cart_item_key: key })).body).toMatchObject({
        items: [],
        message: "Đã xóa sản phẩm khỏi giỏ hàng",
      });
      for (const [path, body] of [
        [remove, { cart_item_key: key }],
        [update, { cart_item_key: key, quantity: 2 }],
        [remove, { cart_item_key: "no such key" }],
        [update, { cart_item_key: "no such key", quantity: 0 }],
      ] as const) {
        const response = await visitor.post<Problem>(path, body);
        expect(response.status).toBe(404);
        expect(response.body.message).toBe("Không tìm thấy sản phẩm trong giỏ hàng");
      }
    });

    test("clears the given lines, or all; repeating it does no harm", async () => {
      await put({ product_id: simple });
      const { items } = await put({ product_id: reduced });
      const keys = [items[0]?.cart_item_key, "no such key"];
      const some = await visitor.post<Cart>(clear, { cart_item_keys: keys });
      expect(some.body.items.map(({ id }) => id)).toEqual([reduced]);
      const none = await visitor.post<Cart>(clear, { cart_item_keys: [] });
      expect(none.body.items).toHaveLength(1);
      const all = await visitor.post<Cart>(clear);
      expect(all.body).toMatchObject({ items: [], total: 0, item_count: 0 });
      const again = await visitor.post<Cart>(clear);
      expect(again.body).toMatchObject({ items: [], version: all.body.version });
      expect((await shop.client().post<Cart>(clear)).body.items).toEqual([]);
    });

    test("is cleared by the wc/v3 endpoint, which requires a key, and by the form endpoint", async () => {
      await put({ product_id: simple });
      const bare = await visitor.delete("/wp-json/wc/v3/cart/items", undefined, { authorization: null });
      expect(bare.status).toBe(401);
      expect((await visitor.get<Cart>(viewPath)).body.item_count).toBe(1);
      expect((await visitor.delete<Cart>("/wp-json/wc/v3/cart/items")).body).toMatchObject({ items: [], total: 0 });
      const { items } = await put({ product_id: simple });
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const path = "/cart/?wc-ajax=remove_from_cart";
      expect((await visitor.call("POST", path, "action=something", form)).status).toBe(400);
      expect((await visitor.call("POST", "/cart/", "action=clear_cart", form)).status).toBe(400);
      expect((await visitor.call<Cart>("POST", path, "action=clear_cart", form)).body.items).toEqual([]);
      await put({ product_id: simple });
      const one = await visitor.post<Cart>(path, { cart_item_key: items[0]?.cart_item_key });
      expect(one.body.items).toEqual([]);
    });

    test("shows the current price, and leaves out of the total a line that is no longer sold", async () => {
      await put({ product_id: simple });
      await put({ product_id: reduced });
      await shop.db.transaction((tx) => tx.run(sql`update product set sale_price = 1000 where id = ${reduced}`));
      await setStatus(shop, simple, "draft");
      const cart = (await visitor.get<Cart>(viewPath)).body;
      expect(cart.items.map(({ id, purchasable }) => [id, purchasable])).toEqual([
        [simple, false],
        [reduced, true],
      ]);
      expect(cart).toMatchObject({ total: 1000, item_count: 2 });
      const key = cart.items[0]?.cart_item_key;
      expect((await visitor.post(update, { cart_item_key: key, quantity: 2 })).status).toBe(404);
      expect((await visitor.post<Cart>(remove, { cart_item_key: key })).status).toBe(200);
      await setStatus(shop, simple, "publish");
      await shop.db.transaction((tx) => tx.run(sql`update product set sale_price = 690000 where id = ${reduced}`));
    });

    test("holds at most 100 distinct lines", async () => {
      const rows = await shop.db.all<{ product_id: number; variation_id: number }>(sql`
        select v.product_id, v.id variation_id from variation v join stock s on s.id = v.stock_id
        where s.quantity > 60 or v.product_id <> ${ring} and s.quantity > 0 order by random() limit 101`);
      await shop.db.transaction((tx) => tx.run(sql`update stock set quantity = 900`));
      for (const row of rows.slice(0, 100)) await put(row);
      const response = await visitor.post<Problem>(add, rows[100]);
      expect(response.status).toBe(400);
      expect(response.body.message).toBe("Giỏ hàng có thể chứa tối đa 100 loại sản phẩm.");
      expect((await put({ ...rows[0], quantity: 2 })).items).toHaveLength(100);
      const full = await visitor.post<Problem>(add, { ...rows[0], quantity: 999 });
      expect(full.status).toBe(400);
    });
  });
