import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { Wishlist, WishlistChanged } from "#contract/wishlist.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus, setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const path = "/wp-json/custom-favorites/v1";
const [one, reduced, ring] = [131, 135, 101];

for (const engine of engines)
  describe(`the wishlist on ${engine.name}`, () => {
    let shop: TestShop;
    let customer: Visitor;
    let password: string;
    let username: string;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    beforeEach(async () => {
      customer = shop.client();
      ({ username, password } = await customer.register());
    });
    const list = async (visitor: Visitor): Promise<Wishlist> => (await visitor.get<Wishlist>(`${path}/list`)).body;
    const ids = async (visitor: Visitor): Promise<number[]> => (await list(visitor)).products.map(({ id }) => id);

    test("is empty for a guest, and shows that no one is logged in", async () => {
      expect(await list(shop.client())).toEqual({ products: [], is_user_logged_in: false });
      expect(await list(customer)).toEqual({ products: [], is_user_logged_in: true });
    });

    test("a guest cannot add or remove", async () => {
      for (const verb of ["add", "remove"]) {
        const response = await shop.client().post<Problem>(`${path}/${verb}`, { product_id: one });
        expect(response.status).toBe(401);
        expect(response.body.code).toBe("not_logged_in");
      }
    });

    test("adds idempotently, newest first", async () => {
      const added = await customer.post<WishlistChanged>(`${path}/add`, { product_id: reduced });
      expect(added.body).toMatchObject({
        product: { id: reduced, price: 690_000, regular_price: 890_000, sale_price: 690_000, stock_status: "instock" },
        is_user_logged_in: true,
        message: "Đã thêm sản phẩm vào wishlist",
      });
      await customer.post(`${path}/add`, { product_id: reduced });
      await customer.post(`${path}/add`, { product_id: `${ring}` });
      expect(await ids(customer)).toEqual([ring, reduced]);
      const english = await customer.get<Wishlist>(`${path}/list?lang=en`);
      expect(english.body.products[0]?.name).toBe("Solitaire CZ Silver Ring");
      expect(english.body.products[0]?.slug).toBe("nhan-bac-solitaire-cz");
      expect(english.body.products[0]?.image).toMatch(/^\/media\//);
    });

    test("removes, also what is not in it", async () => {
      await customer.post(`${path}/add`, { product_id: one });
      for (let turn = 0; turn < 2; turn++) {
        const removed = await customer.post<WishlistChanged>(`${path}/remove`, { product_id: one });
        expect(removed.body).toMatchObject({ product: { id: one }, message: "Đã xóa sản phẩm khỏi wishlist" });
      }
      const unknown = await customer.post<WishlistChanged>(`${path}/remove`, { product_id: 999_999 });
      expect(unknown.body).toMatchObject({ product: null, is_user_logged_in: true });
      expect(await ids(customer)).toEqual([]);
    });

    test("rejects unknown and unpublished products", async () => {
      await setStatus(shop, one, "draft");
      for (const id of [one, 999_999])
        expect((await customer.post(`${path}/add`, { product_id: id })).status).toBe(404);
      await setStatus(shop, one, "publish");
    });

    test("hides unpublished products until they are back, and marks those out of stock", async () => {
      await customer.post(`${path}/add`, { product_id: one });
      await setStatus(shop, one, "draft");
      expect(await ids(customer)).toEqual([]);
      await setStatus(shop, one, "publish");
      await setStock(shop, one, 0);
      expect((await list(customer)).products).toMatchObject([{ id: one, stock_status: "outofstock" }]);
      await setStock(shop, one, 9);
    });

    test("belongs to the account: the same on every device, no one else's, hidden at logout", async () => {
      await customer.post(`${path}/add`, { product_id: one });
      const [phone, stranger] = [shop.client(), shop.client()];
      await phone.login(username, password);
      expect(await ids(phone)).toEqual([one]);
      await stranger.register();
      expect(await ids(stranger)).toEqual([]);
      await stranger.post(`${path}/remove`, { product_id: one });
      expect(await ids(customer)).toEqual([one]);
      await customer.post("/wp-json/custom-auth/v1/logout");
      expect(await list(customer)).toEqual({ products: [], is_user_logged_in: false });
    });

    test("rejects malformed requests and other origins", async () => {
      for (const body of [
        null,
        [],
        {},
        { product_id: "x" },
        { product_id: 1.5 },
        { product_id: -1 },
        { product_id: null },
        { product_id: 1e12 },
      ]) {
        const json = { "content-type": "application/json" };
        expect((await customer.call("POST", `${path}/add`, JSON.stringify(body), json)).status).toBe(400);
        expect((await customer.call("POST", `${path}/remove`, JSON.stringify(body), json)).status).toBe(400);
      }
      const evil = { origin: "https://evil.example" };
      expect((await customer.post(`${path}/add`, { product_id: one }, evil)).status).toBe(403);
      expect(await ids(customer)).toEqual([]);
    });
  });
