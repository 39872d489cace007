import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/orders";

for (const engine of engines)
  describe(`the list of orders on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let shopper: Visitor;
    let customerId: number;
    let orders: WooOrder[];
    let variationId: number;
    const ids = (places: readonly number[]) => places.map((place) => orders[place]?.id);
    const list = async (query = "", visitor = merchant) => {
      const { status, body, header } = await visitor.get<WooOrder[]>(`${path}?${query}`);
      expect(status, query).toBe(200);
      return { ids: body.map(({ id }) => id), body, total: Number(header("x-wp-total")), header };
    };

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      shopper = shop.client();
      customerId = (await shopper.register()).id;
      await shop.db.transaction((tx) => tx.run(sql`delete from refund`));
      for (const table of [sql`payment`, sql`parcel`, sql`orders`])
        await shop.db.transaction((tx) => tx.run(sql`delete from ${table}`));
      variationId = (await variationsOf(shop, 109))[0]?.id ?? 0;
      const billing = {
        first_name: "Thuỳ Đặng",
        last_name: "Nguyễn",
        address_1: "12 Hàng Bạc",
        phone: "0912 345 678",
        email: "thuy.dang@example.com",
      };
      const line = (product_id: number) => ({ line_items: [{ product_id }] });
      orders = [];
      for (const order of [
        { ...line(hoops.id), billing },
        { ...line(pearls.id), customer_id: customerId, status: "processing" },
        { ...line(variationId), status: "completed" },
        { ...line(hoops.id), customer_id: customerId, status: "cancelled", billing: { phone: "+84987654321" } },
        { status: "on-hold" },
      ]) {
        orders.push(await orderOf(merchant, order));
        shop.clock.advance(60_000);
      }
    });

    test("is paginated, the newest first, with totals and links", async () => {
      const all = await list();
      expect([all.ids, all.total, all.header("x-wp-totalpages")]).toEqual([ids([4, 3, 2, 1, 0]), 5, "1"]);
      const first = await list("per_page=2&status=any&search=");
      expect([first.ids, first.total, first.header("x-wp-totalpages")]).toEqual([ids([4, 3]), 5, "3"]);
      expect(first.header("link")).toContain(`https://shop.example${path}?per_page=2&status=any&page=2>; rel="next"`);
      expect((await list("per_page=2&page=3")).ids).toEqual(ids([0]));
      expect((await list("per_page=2&offset=1")).ids).toEqual(ids([3, 2]));
      const past = await list("page=9");
      expect([past.ids, past.total]).toEqual([[], 5]);
      const none = await list("status=refunded");
      expect([none.ids, none.total, none.header("x-wp-totalpages")]).toEqual([[], 0, "0"]);
    });

    test("is sorted as requested", async () => {
      expect((await list("order=asc")).ids).toEqual(ids([0, 1, 2, 3, 4]));
      for (const orderby of ["id", "title", "slug"])
        expect((await list(`orderby=${orderby}`)).ids).toEqual(ids([4, 3, 2, 1, 0]));
      expect((await list(`orderby=include&include=${ids([2, 0, 3]).join()}`)).ids).toEqual(ids([2, 0, 3]));
      await merchant.put(orderPath(orders[1]?.id ?? 0), { customer_note: "changed" });
      expect((await list("orderby=modified&per_page=1")).ids).toEqual(ids([1]));
      expect((await list("orderby=modified&order=asc&per_page=1")).ids).toEqual(ids([0]));
    });

    test("is filtered by status, customer, product and ids", async () => {
      expect((await list("status=processing,cancelled")).ids).toEqual(ids([3, 1]));
      expect((await list("status[]=completed&status[]=on-hold")).ids).toEqual(ids([4, 2]));
      expect((await list("status=auto-draft")).ids).toEqual([]);
      expect((await list("customer=0")).ids).toEqual(ids([4, 2, 0]));
      expect((await list(`customer=${customerId}`)).ids).toEqual(ids([3, 1]));
      expect((await list(`product=${hoops.id}`)).ids).toEqual(ids([3, 0]));
      expect((await list(`product=${variationId}`)).ids).toEqual(ids([2]));
      expect((await list("product=109")).ids).toEqual(ids([2]));
      expect((await list(`exclude=${ids([0, 1]).join()}`)).ids).toEqual(ids([4, 3, 2]));
      expect((await list("parent=5")).ids).toEqual([]);
      expect((await list("parent=0")).total).toBe(5);
      expect((await list("customer=99999999999")).ids).toEqual([]);
    });

    test("is searched by id, names, address, email, phone and items, with or without accents", async () => {
      for (const words of [
        "thuy dang",
        "Đặng",
        "hàng bạc",
        "thuy.dang@example.com",
        "0912345678",
        "+84912345678",
        "0912 345 678",
        "912345",
      ])
        expect((await list(`search=${encodeURIComponent(words)}`)).ids, words).toEqual(ids([0]));
      expect((await list(`search=${orders[2]?.id}`)).ids).toEqual(ids([2]));
      expect((await list("search=0987654321")).ids).toEqual(ids([3]));
      const name = orders[1]?.line_items[0]?.name ?? "";
      expect((await list(`search=${encodeURIComponent(name)}`)).ids).toEqual(ids([1]));
      expect((await list(`search=${encodeURIComponent(`${name} Đặng`)}`)).ids).toEqual([]);
      expect((await list("search=%25")).total).toBe(5);
      // many words are one phrase: a search for each of them would occupy the database for seconds
      const manyWords = [..."abcdefghijklmnopqrstuvwxyz"].join(" ").repeat(3);
      expect((await list(`search=${encodeURIComponent(manyWords)}`)).ids).toEqual([]);
    });

    test("is filtered by dates, exclusively", async () => {
      const third = orders[2];
      expect((await list(`after=${third?.date_created}`)).ids).toEqual(ids([4, 3]));
      expect((await list(`before=${third?.date_created}`)).ids).toEqual(ids([1, 0]));
      expect((await list(`after=${third?.date_created_gmt}&dates_are_gmt=true`)).ids).toEqual(ids([4, 3]));
      expect((await list(`after=${third?.date_created_gmt}Z`)).ids).toEqual(ids([4, 3]));
      const modified = orders[4]?.date_modified;
      expect((await list(`modified_after=${modified}`)).ids).toEqual(ids([1]));
      expect((await list(`modified_before=${modified}`)).ids).toEqual(ids([3, 2, 0]));
    });

    test("returns the requested fields and decimals", async () => {
      expect((await list("_fields=id,total&dp=2&per_page=1&order=asc")).body).toEqual([
        { id: orders[0]?.id, total: `${hoops.price}.00` },
      ]);
      const one = await merchant.get(`${orderPath(orders[0]?.id ?? 0)}?_fields=id&context=edit`);
      expect(Object.keys(one.body as object)).toEqual(["id", "_links"]);
    });

    test.each([
      ["status", "status=shipped", "status[0] is not one of any, trash, auto-draft, pending"],
      ["status", "status=any,shipped", "status[1] is not one of"],
      ["per_page", "per_page=101", "per_page must be between 1 (inclusive) and 100 (inclusive)"],
      ["page", "page=0", "page must be greater than or equal to 1"],
      ["order", "order=up", "order is not one of asc and desc."],
      ["orderby", "orderby=total", "orderby is not one of date, id, include, title, slug, and modified."],
      ["customer", "customer=me", "customer is not of type integer."],
      ["after", "after=soon", "Invalid date."],
      ["dp", "dp=9", "dp"],
      ["context", "context=embed", "context is not one of view and edit."],
    ])("refuses a wrong %s: %s", async (name, query, message) => {
      const response = await merchant.get<Problem>(`${path}?${query}`);
      expect(response).toMatchObject({ status: 400, body: { code: "rest_invalid_param" } });
      expect((response.body.data.params as Record<string, string>)[name]).toContain(message);
    });

    test("contains only the customer's own orders with the storefront's key, and is 401 without a session", async () => {
      expect((await list("", shopper)).ids).toEqual(ids([3, 1]));
      expect((await list("per_page=1", shopper)).total).toBe(2);
      for (const query of [`customer=0`, `include=${orders[0]?.id}`, "search=thuy"])
        expect((await list(query, shopper)).ids).toEqual([]);
      expect((await shop.client().get(path)).status).toBe(401);
      const keyless = shop.client({ headers: { authorization: null } });
      expect(await keyless.get(path)).toMatchObject({ status: 401, body: { code: "woocommerce_rest_cannot_view" } });
      expect((await (await merchantOf(shop, "write")).get(path)).status).toBe(401);
    });
  });
