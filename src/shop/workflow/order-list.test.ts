import { beforeAll, describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { OrderCounts } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { json, sql } from "#shop/kernel/db/database.ts";

const people = {
  mai: { first_name: "Thị Mai", last_name: "Nguyễn", phone: "0901234567", email: "mai@example.com" },
  bao: { first_name: "Quốc Bảo", last_name: "Trần", phone: "+84987654321", email: "bao.tran@example.com" },
  thu: { first_name: "Thu", last_name: "Lê", phone: "0912 000 111", email: "thu@example.com" },
};

for (const engine of engines)
  describe(`the order list on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    const ids = {} as Record<"first" | "second" | "third" | "fourth" | "fifth", number>;

    const place = async (
      person: keyof typeof people,
      {
        city = "Hà Nội",
        product = hoops.id,
        ...own
      }: { city?: string; product?: number; [name: string]: unknown } = {},
    ) => {
      const address = { address_1: "12 Hàng Bạc", address_2: "Phường Hàng Bạc", city, ...people[person] };
      const order = {
        ...{ payment_method: "cod", line_items: [{ product_id: product, quantity: 2 }] },
        ...{ billing: address, shipping: { ...address, email: undefined }, ...own },
      };
      const { id } = await orderOf(merchant, order);
      shop.clock.advance(minuteMs);
      return id;
    };
    const list = async (query = "", browser = owner) => {
      const { status, body, header } = await browser.call<OrderRow[]>("GET", `/orders?${query}`);
      expect(status, query).toBe(200);
      return { body, ids: body.map(({ id }) => id), total: Number(header("x-wp-total")) };
    };
    const search = async (typed: string, more = "") => {
      const { body } = await list(`search=${encodeURIComponent(typed)}${more}`);
      return body.map(({ id, matched }) => [id, matched]);
    };

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      // noon in Vietnam, on the 21st
      shop.clock.set(new Date("2031-11-21T05:00:00Z"));
      await shop.db.write(sql`update orders set status = 'trash' returning id`);
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
      await setStock(shop, pearls.id, 500);
      ids.first = await place("mai", { customer_note: "Gói quà giúp em" });
      ids.second = await place("bao", {
        city: "Thành phố Hồ Chí Minh",
        product: pearls.id,
        payment_method: "vnpay_visa",
      });
      ids.third = await place("mai");
      shop.clock.advance(dayMs);
      ids.fourth = await place("thu", { city: "Đà Nẵng" });
      ids.fifth = await place("thu", { status: "on-hold" });
      owner = (await staffMember(shop)).browser;
      await merchant.put(orderPath(ids.second), { set_paid: true, transaction_id: "14712345" });
      await shop.db.write(sql`
        insert into parcel (order_id, client_order_code, tracking_code, status, carrier, cod_amount, created_at, updated_at)
        values (${ids.second}, 'list-2', 'GA7K2M', 'transporting', 'ghn', 0, ${shop.clock.now()}, ${shop.clock.now()}) returning id`);
    });

    test("OL01: a row shows customer, province, items, total, payment, stage and badges", async () => {
      const { body, total } = await list();
      expect([body.map(({ id }) => id), total]).toEqual([[ids.fifth, ids.fourth, ids.third, ids.second, ids.first], 5]);
      expect(body.at(-1)).toMatchObject({
        number: String(ids.first),
        created_at: expect.stringMatching(/^2031-11-21T05:0/),
        customer: { name: "Nguyễn Thị Mai", phone: "0901234567", email: "mai@example.com" },
        province: "Hà Nội",
        items: {
          lines: 1,
          quantity: 2,
          name: expect.stringContaining("Bông tai"),
          image: expect.stringMatching(/^\//),
        },
        total: 2 * hoops.price,
        ...{ payment_method: "cod", paid: false, has_note: true, refused_before: 0, matched: null },
        lianne: { stage: "to_confirm", next: { action: "confirm", label: "Xác nhận" }, first_order_of_phone: true },
      });
      expect(body.find(({ id }) => id === ids.second)).toMatchObject({ paid: true, lianne: { stage: "in_transit" } });
      expect(body.find(({ id }) => id === ids.third)?.lianne.first_order_of_phone).toBe(false);
    });

    test("OL01: a row shows earlier parcels to the phone number that came back", async () => {
      await shop.db.write(sql`
        insert into parcel (order_id, client_order_code, status, created_at, updated_at)
        values (${ids.fifth}, 'list-5', 'returned', ${shop.clock.now()}, ${shop.clock.now()}) returning id`);
      const refused = new Map((await list()).body.map((row) => [row.id, row.refused_before]));
      expect([refused.get(ids.fourth), refused.get(ids.fifth), refused.get(ids.first)]).toEqual([1, 0, 0]);
    });

    test("OL01: a page has 25 rows; stages that wait for the shop are sorted oldest first", async () => {
      expect((await list("stage=to_confirm")).ids).toEqual([ids.first, ids.third, ids.fourth]);
      expect((await list("stage=to_confirm&orderby=date")).ids).toEqual([ids.fourth, ids.third, ids.first]);
      expect((await list("stage=to_confirm,needs_review")).ids).toEqual([ids.fifth, ids.fourth, ids.third, ids.first]);
      const pages = await Promise.all(["page=1", "page=2", "page=3"].map((page) => list(`per_page=2&${page}`)));
      expect(pages.map((page) => page.ids)).toEqual([[ids.fifth, ids.fourth], [ids.third, ids.second], [ids.first]]);
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
      expect((await list("orderby=total&order=asc&per_page=1")).ids).toHaveLength(1);
    });

    test("OL02: finds orders by number, phone, email, codes, SKU, name and product, and names what matched", async () => {
      const { first, second, third, fourth, fifth } = ids;
      expect(await search(String(first))).toEqual([[first, "number"]]);
      expect(await search(`#${first}`)).toEqual([[first, "number"]]);
      for (const phone of ["0901234567", "+84 901 234 567", "090 123 4567", "84901234567", "4567", "567", "901234567"])
        expect(await search(phone), phone).toEqual([
          [third, "phone"],
          [first, "phone"],
        ]);
      for (const email of ["BAO.tran@example.com", "bao.tran@"])
        expect(await search(email), email).toEqual([[second, "email"]]);
      expect(await search("bao.tran")).toEqual([[second, "email"]]);
      expect(await search("GA7K2M")).toEqual([[second, "tracking_code"]]);
      expect(await search("ga7k2m")).toEqual([[second, "tracking_code"]]);
      expect(await search("14712345")).toEqual([[second, "transaction"]]);
      for (const name of ["nguyen thi mai", "Mai", "mai nguyễn", "THỊ MAI"])
        expect(await search(name), name).toEqual([
          [third, "name"],
          [first, "name"],
        ]);
      expect(await search("le thu")).toEqual([
        [fifth, "name"],
        [fourth, "name"],
      ]);
      const product = (await list("status=processing")).body[0]?.items.name.normalize("NFD").replaceAll(/\p{M}/gu, "");
      expect(await search(product?.toUpperCase() ?? "")).toEqual([[second, "product"]]);
      const sku = await shop.db.one<{ sku: string }>(sql`select sku from order_line where order_id = ${second}`);
      expect(await search(sku?.sku.toLowerCase() ?? "")).toEqual([[second, "sku"]]);
      expect(await search("khong co gi")).toEqual([]);
      expect((await search("hang bac")).map(([, field]) => field)).toEqual(Array(5).fill("address"));
    });

    test("OL02: a gateway's transaction, also of an attempt, finds its order", async () => {
      await shop.db.write(sql`
        insert into payment (order_id, attempt, method, reference, status, amount, gateway_transaction)
        values (${ids.third}, 9, 'vnpay', 'list-9', 'failed', 1000, '9900112233') returning id`);
      expect(await search("9900112233")).toEqual([[ids.third, "transaction"]]);
      const found = await merchant.get<{ id: number }[]>("/wp-json/wc/v3/orders?search=9900112233");
      expect(found.body.map(({ id }) => id)).toEqual([ids.third]);
      const tracked = await merchant.get<{ id: number }[]>("/wp-json/wc/v3/orders?search=ga7k2m");
      expect(tracked.body.map(({ id }) => id)).toEqual([ids.second]);
    });

    test("OL02: a search combines with filters, and text of the pattern language is text", async () => {
      expect(await search("mai", "&has_note=true")).toEqual([[ids.first, "name"]]);
      expect(await search("example.com", "&stage=in_transit")).toEqual([[ids.second, "email"]]);
      expect(await search("%")).toEqual([]);
      expect(await search("xq")).toEqual([]);
    });

    test.each([
      ["stage=in_transit", ["second"]],
      ["status=on-hold", ["fifth"]],
      ["payment_method=vnpay_visa", ["second"]],
      ["paid=true", ["second"]],
      ["paid=false&stage=to_confirm", ["first", "third", "fourth"]],
      ["day=today", ["fifth", "fourth"]],
      ["day=yesterday", ["third", "second", "first"]],
      ["day=last_7_days", ["fifth", "fourth", "third", "second", "first"]],
      ["day=this_month", ["fifth", "fourth", "third", "second", "first"]],
      ["from=2031-11-22", ["fifth", "fourth"]],
      ["from=2031-11-21&to=2031-11-21", ["third", "second", "first"]],
      ["province=%C4%90%C3%A0%20N%E1%BA%B5ng", ["fourth"]],
      ["carrier=ghn&status=processing", ["second"]],
      [`product=${pearls.id}`, ["second"]],
      ["created_by=checkout", []],
      ["has_note=true", ["first"]],
      ["first_order=true", ["fourth", "second", "first"]],
      ["first_order=false", ["fifth", "third"]],
      ["gift=true", []],
      ["refunded=true", []],
      ["cash_outstanding=true", []],
      ["packed_by=1", []],
    ] as const)("OL03: filters by %s", async (query, expected) => {
      expect((await list(query)).ids).toEqual(expected.map((name) => ids[name]));
    });

    test("OL03: filters by category, amount, packer, gift box, refund and outstanding cash", async () => {
      const { id: category } = (await shop.db.one<{ id: number }>(sql`
        select category_id id from product_category where product_id = ${pearls.id} order by 1 desc limit 1`)) ?? {
        id: 0,
      };
      expect((await list(`category=${category}`)).ids).toContain(ids.second);
      expect((await list(`min_total=${2 * hoops.price}&max_total=${2 * hoops.price}&product=${hoops.id}`)).total).toBe(
        4,
      );
      expect((await list("max_total=1")).ids).toEqual([]);
      const member = await shop.db.one<{ id: number }>(sql`select id from staff limit 1`);
      await shop.db.write(sql`
        insert into packing (order_id, state, staff_id, at)
        values (${ids.first}, 'packed', ${member?.id ?? 0}, ${shop.clock.now()}) returning order_id`);
      expect((await list(`packed_by=${member?.id}`)).ids).toEqual([ids.first]);
      const box = [
        { slug: "box", name: { vi: "Hộp", en: "Box" }, value: "box", option: { vi: "Hộp quà", en: "Gift Box" } },
      ];
      await shop.db.write(sql`
        update order_line set options = ${json(box)}::jsonb where order_id = ${ids.fourth} returning id`);
      expect((await list("gift=true")).ids).toEqual([ids.fourth]);
      await shop.db.write(sql`
        update parcel set status = 'delivered', cod_amount = 5000 where order_id = ${ids.second} returning id`);
      expect((await list("cash_outstanding=true")).ids).toEqual([ids.second]);
      await shop.db.write(sql`
        insert into refund (order_id, amount, status) values (${ids.third}, 1000, 'done') returning id`);
      expect((await list("refunded=true")).ids).toEqual([ids.third]);
    });

    test("OL03: the tabs count orders with the same filters, and the trash is listed by its status only", async () => {
      const counts = async (query: string) => (await owner.call<OrderCounts>("GET", `/order-counts?${query}`)).body;
      expect(await counts("day=today")).toMatchObject({ to_confirm: 1, closed: 0 });
      for (const stage of ["to_confirm", "needs_review"] as const)
        expect((await counts("day=yesterday"))[stage]).toBe((await list(`day=yesterday&stage=${stage}`)).total);
      expect((await list("stage=closed")).ids).toEqual([]);
      expect((await list("status=trash")).total).toBeGreaterThan(0);
    });

    test.each([
      ["stage", "stage=lost"],
      ["day", "day=tomorrow"],
      ["from", "from=soon"],
      ["min_total", "min_total=much"],
      ["orderby", "orderby=name"],
      ["status", "status=shipped"],
      ["per_page", "per_page=101"],
    ])("OL03: rejects a wrong %s and names it", async (name, query) => {
      const { status, body } = await owner.call<Problem>("GET", `/orders?${query}`);
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, [name]]);
    });

    test.each([
      ["/orders", ["from", "to"]],
      ["/order-counts", ["from", "to"]],
      ["/wp-json/wc/v3/orders", ["from", "to"]],
      ["/parcels", ["since_from", "since_to", "expected_from", "expected_to"]],
    ] as const)(
      "OL03, PC01: the dates of %s are from 1900 to 9999, and another one is rejected by its name",
      async (path, names) => {
        const isWoo = path.startsWith("/wp-json/");
        const read = (query: string) => owner[isWoo ? "request" : "call"]<Problem>("GET", `${path}?${query}`);
        for (const name of names) {
          for (const wrong of ["0000-01-01", "1899-12-31", "10000-01-01", "2026-02-30", "2026-11-21T00"]) {
            const { status, body } = await read(`${name}=${wrong}&lang=en`);
            expect([status, body.data.params], `${name}=${wrong}`).toEqual([
              400,
              {
                [name]: expect.stringMatching(
                  `^${name} must be a date from 1900-01-01 to 9999-12-31, such as 2026-11-21`,
                ),
              },
            ]);
          }
          for (const edge of ["1900-01-01", "9999-12-31"])
            expect((await read(`${name}=${edge}`)).status, `${name}=${edge}`).toBe(200);
        }
        const { body } = await read(`${names[0]}=0000-01-01&lang=vi`);
        const message = isWoo ? "must be a date" : "phải là một ngày từ 1900-01-01";
        expect(body.data.params).toEqual({ [names[0]]: expect.stringContaining(message) });
      },
    );

    test("OL01, RO02: the list requires orders.view", async () => {
      const { browser: packer } = await staffMember(shop, "packer");
      const { status, body } = await packer.call<Problem>("GET", "/orders");
      expect([status, body.code, body.data.permission]).toEqual([403, "lianne_forbidden", "orders.view"]);
      expect((await list("", (await staffMember(shop, "accountant")).browser)).total).toBe(5);
    });

    test("OL01: orders of another day stay in their stage", async () => {
      shop.clock.advance(30 * hourMs);
      // the earlier session has ended
      owner = (await staffMember(shop)).browser;
      expect((await list("day=today")).ids).toEqual([]);
      expect((await list("stage=to_confirm")).ids).toContain(ids.third);
    });
  });
