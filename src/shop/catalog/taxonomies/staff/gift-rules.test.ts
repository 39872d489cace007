import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { GiftRule } from "#contract/backoffice/gifts.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { addDays, calendarDayOf } from "#contract/calendar-days.ts";
import type { Cart } from "#contract/cart.ts";
import type { StoreOrder } from "#contract/order.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, aKey, hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
const dayMs = 24 * 60 * 60_000;

interface ProductView {
  id: number;
  gift: { slug: string; name: string } | null;
  gift_slug: string;
  categories: { id: number }[];
}

for (const engine of engines)
  describe(`free gifts by rules on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let imageId: number;
    let earrings: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      shop.clock.avoidMidnight();
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      imageId = (await shop.db.one<{ id: number }>(sql`select min(id) id from picture`))?.id ?? 0;
      const { body } = await merchant.get<ProductView>(`${products}/${hoops.id}`);
      earrings = body.categories[0]?.id ?? 0;
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 500);
      await setStock(shop, pearls.id, 500);
      for (const { slug } of (await gifts()).filter((gift) => gift.slug.startsWith("rule-")))
        await owner.call("DELETE", `/gifts/${slug}`);
    });

    /** sessions end meanwhile */
    const waitDays = async (days: number) => {
      shop.clock.advance(days * dayMs);
      owner = (await staffMember(shop)).browser;
    };
    const gifts = async () => (await owner.call<GiftRule[]>("GET", "/gifts")).body;
    let numbers = 0;
    const bodyOf = (own: object = {}) => {
      const name = { vi: `Quà số ${++numbers}`, en: `Rule ${numbers}` };
      return { name, image_id: imageId, ...own };
    };
    const create = (own: object = {}) => owner.call<GiftRule & Problem>("POST", "/gifts", bodyOf(own));
    const update = (slug: string, body: object) => owner.call<GiftRule & Problem>("PUT", `/gifts/${slug}`, body);
    const day = (days: number): string => addDays(calendarDayOf(shop.clock.now()), days);
    /** the gift of a product in the storefront */
    const shown = async (id = hoops.id) => (await shop.client().get<ProductView>(`${products}/${id}`)).body.gift?.slug;
    const place = async (lines: [id: number, quantity: number][]): Promise<StoreOrder> => {
      const line_items = lines.map(([product_id, quantity]) => ({ product_id, quantity }));
      const body = aCodOrder({ line_items, shipping_lines: [{ method_id: "local_pickup" }] });
      const shopper = shop.client();
      await shopper.register();
      const response = await shopper.post<StoreOrder>("/wp-json/wc/v3/orders?lang=en", body, {
        "idempotency-key": aKey(),
      });
      expect(response.status).toBe(201);
      return response.body;
    };
    const promised = (order: Pick<StoreOrder, "line_items">) =>
      order.line_items.map(({ gift }) => gift && [gift.name, gift.quantity]);

    test("KA04: the gifts of categories and products are rules, with scope and state", async () => {
      const list = await gifts();
      expect(list.find(({ slug }) => slug === "gift-box-rings")).toMatchObject({
        name: { vi: "Hộp giữ nhẫn", en: "Ring keepsake case" },
        image: { src: expect.stringContaining("/media/") },
        quantity: 1,
        min_amount: null,
        categories: [{ id: 11 }],
        state: "active",
      });
      expect(list.find(({ slug }) => slug === "toy-car")?.products.length).toBeGreaterThan(0);
      const { body } = await create();
      expect(body).toMatchObject({ state: "unused", everywhere: false, starts_on: null });
    });

    test("KA04: the first rule that applies decides: conditions, then product, category, everything", async () => {
      await expect.poll(() => shown()).toBe("gift-box-earrings");
      const all = (await create({ everywhere: true })).body;
      expect(await shown()).toBe("gift-box-earrings");
      const own = (await create({ product_ids: [hoops.id] })).body;
      await expect.poll(() => shown()).toBe(own.slug);
      const today = (await create({ category_ids: [earrings], starts_on: day(0), ends_on: day(1) })).body;
      await expect.poll(() => shown()).toBe(today.slug);
      await expect.poll(() => shown(pearls.id)).toBe(today.slug);
      for (const { slug } of [today, own, all]) await owner.call("DELETE", `/gifts/${slug}`);
      await expect.poll(() => shown()).toBe("gift-box-earrings");
    });

    test("KA04: a gift for some days begins and ends by itself, in the storefront too", async () => {
      const { slug } = (await create({ everywhere: true, starts_on: day(2), ends_on: day(2) })).body;
      const state = async () => (await gifts()).find((gift) => gift.slug === slug)?.state;
      expect([await shown(), await state()]).toEqual(["gift-box-earrings", "scheduled"]);
      await waitDays(2);
      await shop.runJobs();
      await expect.poll(() => shown()).toBe(slug);
      expect(await state()).toBe("active");
      const order = await place([[hoops.id, 1]]);
      await waitDays(1);
      await shop.runJobs();
      await expect.poll(() => shown()).toBe("gift-box-earrings");
      expect(await state()).toBe("ended");
      const { body } = await merchant.get<WooOrder>(orderPath(order.id));
      expect(body.line_items[0]?.gift?.name).toMatch(/^Quà số/);
    });

    test("KA04: from an amount, once per order and with its quantity; the cart has the rules", async () => {
      const { slug, name } = (await create({ everywhere: true, min_amount: 1_000_000, quantity: 2 })).body;
      await expect.poll(() => shown()).toBe("gift-box-earrings");
      const visitor = shop.client();
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 2 });
      const { body: cart } = await visitor.get<Cart>("/wp-json/custom-cart/v1/view");
      expect(cart.items[0]).toMatchObject({
        gift: { slug: "gift-box-earrings" },
        gifts: [
          { slug, quantity: 2, min_amount: 1_000_000 },
          { slug: "gift-box-earrings", min_amount: null },
        ],
      });
      const below = await place([[hoops.id, 2]]);
      expect(promised(below)).toEqual([["Earring keepsake case", 2]]);
      const above = await place([
        [hoops.id, 1],
        [pearls.id, 1],
      ]);
      expect(promised(above)).toEqual([
        [name.en, 2],
        ["Earring keepsake case", 1],
      ]);
      // a merchant's program that creates an order gets the same
      const created = await orderOf(merchant, { line_items: [{ product_id: hoops.id, quantity: 3 }] });
      expect(created.line_items[0]?.gift).toMatchObject({ name: name.vi, quantity: 2 });
    });

    test("KA04: the packing screen shows what the order was promised, even if the rule has changed", async () => {
      const { slug } = (await create({ product_ids: [hoops.id], quantity: 2, replace: true })).body;
      const order = await orderOf(merchant, {
        status: "processing",
        line_items: [{ product_id: hoops.id, quantity: 2 }],
      });
      await owner.call("DELETE", `/gifts/${slug}`);
      const { body } = await owner.call<PackOrder>("GET", `/pack/orders/${order.id}`);
      expect(body.lines[0]?.gift).toMatchObject({ name: expect.stringMatching(/^Quà số/), quantity: 4 });
      expect((await merchant.get<ProductView>(`${products}/${hoops.id}`)).body.gift_slug).toBe("");
      // an edit of another line keeps it too
      await merchant.put(orderPath(order.id), { line_items: [{ product_id: pearls.id, quantity: 1 }] });
      const { body: edited } = await merchant.get<WooOrder>(orderPath(order.id));
      expect(edited.line_items.map(({ gift }) => gift?.quantity)).toEqual([4, 1]);
    });

    test("KA04: an order of an earlier release keeps its gift", async () => {
      const order = await orderOf(merchant, {
        status: "processing",
        line_items: [{ product_id: hoops.id, quantity: 2 }],
      });
      await shop.db.write(sql`
        update order_line set gift = '{"name": {"vi": "Hộp cũ", "en": "Old case"}, "image": "/media/x.webp"}'
        where order_id = ${order.id}`);
      const { body } = await owner.call<PackOrder>("GET", `/pack/orders/${order.id}`);
      expect(body.lines[0]?.gift).toEqual({ name: "Hộp cũ", image: "/media/x.webp", quantity: 2 });
    });

    test("KA04: a product's own gift is replaced only with replace", async () => {
      const first = (await create({ product_ids: [hoops.id] })).body;
      const refused = await create({ product_ids: [hoops.id] });
      expect([refused.status, refused.body.code]).toEqual([409, "lianne_gift_taken"]);
      expect(refused.body.data.products).toMatchObject([{ id: hoops.id, gift: first.name.vi }]);
      const second = (await create({ product_ids: [hoops.id], replace: true })).body;
      expect(second.products).toMatchObject([{ id: hoops.id }]);
      expect((await gifts()).find(({ slug }) => slug === first.slug)?.products).toEqual([]);
      const { slug, name } = second;
      const freed = await update(slug, { name, image_id: imageId, product_ids: [] });
      expect(freed.body).toMatchObject({ products: [], state: "unused" });
    });

    test("KA04: the category's field names its usual gift, and leaves gifts with conditions alone", async () => {
      const dated = (await create({ category_ids: [earrings], ends_on: day(5) })).body;
      const path = `/wp-json/wc/v3/products/categories/${earrings}`;
      const gift = async () => (await merchant.get<{ gift: { slug: string } | null }>(path)).body.gift?.slug;
      expect(await gift()).toBe("gift-box-earrings");
      await merchant.put(path, { gift: null });
      expect(await gift()).toBeUndefined();
      expect((await gifts()).find(({ slug }) => slug === dated.slug)?.categories).toMatchObject([{ id: earrings }]);
      const refused = await merchant.put<Problem>(path, { gift: { slug: dated.slug } });
      expect([refused.status, Object.keys(refused.body.data.params ?? {})]).toEqual([400, ["gift"]]);
      await merchant.put(path, { gift: { slug: "gift-box-earrings" } });
      expect(await gift()).toBe("gift-box-earrings");
    });

    test("KA04: of two gifts that take one product at the same moment one gets it", async () => {
      const product_ids = [pearls.id];
      await owner.call("DELETE", `/gifts/${(await create({ product_ids, replace: true })).body.slug}`);
      const both = await Promise.all([create({ product_ids }), create({ product_ids })]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const owning = (await gifts()).filter(({ products: own }) => own.some(({ id }) => id === pearls.id));
      expect(owning).toHaveLength(1);
      const { body: same } = await create();
      const deleted = await Promise.all([1, 2].map(() => owner.call("DELETE", `/gifts/${same.slug}`)));
      expect(deleted.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    });

    test("KA04: invalid rules are rejected with the field", async () => {
      const { slug } = (await create()).body;
      const cases: [object, string][] = [
        [{ name: { vi: "", en: "x" } }, "name"],
        [{ name: { vi: "x" } }, "name"],
        [{ image_id: 99_999_999 }, "image_id"],
        [{ image_id: 0 }, "image_id"],
        [{ quantity: 0 }, "quantity"],
        [{ quantity: 100 }, "quantity"],
        [{ min_amount: 0 }, "min_amount"],
        [{ min_amount: 1.5 }, "min_amount"],
        [{ starts_on: "2026-02-30" }, "starts_on"],
        [{ starts_on: "2026-03-02", ends_on: "2026-03-01" }, "ends_on"],
        [{ category_ids: [99_999_999] }, "category_ids"],
        [{ product_ids: [99_999_999] }, "product_ids"],
        [{ product_ids: Array.from({ length: 501 }, (_, id) => id + 1) }, "product_ids"],
      ];
      for (const [own, field] of cases)
        for (const { status, body } of [await create(own), await update(slug, bodyOf(own))])
          expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, [field]]);
      expect((await update("no-such-gift", bodyOf())).status).toBe(404);
      expect((await owner.call("DELETE", "/gifts/no-such-gift")).status).toBe(404);
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(shop, role);
        for (const { status, body } of [
          await browser.call<Problem>("GET", "/gifts"),
          await browser.call<Problem>("POST", "/gifts", bodyOf()),
          await browser.call<Problem>("PUT", `/gifts/${slug}`, bodyOf()),
          await browser.call<Problem>("DELETE", `/gifts/${slug}`),
        ])
          expect([role, status, body.data.permission]).toEqual([role, 403, "products.edit"]);
      }
      expect((await gifts()).map((gift) => gift.slug)).toContain(slug);
      const entry = await shop.db.one<{ actor: string }>(
        sql`select actor from audit where object = 'gift' and object_id = ${slug} limit 1`,
      );
      expect(entry?.actor).toMatch(/^staff:/);
    });
  });
