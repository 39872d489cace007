import { beforeAll, describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { OrderCounts } from "#contract/order-workflow.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`filters that match few orders on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;

    const place = async (phone: string, products: number[] = [hoops.id]): Promise<number> => {
      const address = { first_name: "Mai", last_name: "Lê", address_1: "1 Hàng Bạc", city: "Hà Nội", phone };
      const { id } = await orderOf(merchant, {
        ...{ payment_method: "cod", billing: { ...address, email: "mai@example.com" }, shipping: address },
        line_items: products.map((product_id) => ({ product_id, quantity: 1 })),
      });
      return id;
    };
    const list = async (query: string): Promise<{ ids: number[]; total: number }> => {
      const { status, body, header } = await owner.call<OrderRow[]>("GET", `/orders?${query}`);
      expect(status, query).toBe(200);
      return { ids: body.map(({ id }) => id), total: Number(header("x-wp-total")) };
    };
    /** Which of the orders are the first one of their phone number, by filter and by badge. */
    const firstOf = async (...ids: number[]): Promise<number[]> => {
      const { body } = await owner.call<OrderRow[]>("GET", "/orders?per_page=100");
      const badged = body.filter(({ id, lianne }) => ids.includes(id) && lianne.first_order_of_phone);
      const first = (await list("first_order=true&per_page=100")).ids.filter((id) => ids.includes(id));
      const others = (await list("first_order=false&per_page=100")).ids.filter((id) => ids.includes(id));
      expect(badged.map(({ id }) => id)).toEqual(first);
      expect([...first, ...others].sort()).toEqual(
        body
          .map(({ id }) => id)
          .filter((id) => ids.includes(id))
          .sort(),
      );
      return first;
    };

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      await shop.db.write(sql`update orders set status = 'trash' returning id`);
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
      owner = (await staffMember(shop)).browser;
    });

    test("OL03: the first order of a phone number is the earliest one that is not in the trash", async () => {
      const first = await place("0901 000 001");
      const second = await place("+84901000001");
      const third = await place("0901000001");
      expect(await firstOf(first, second, third)).toEqual([first]);
      await merchant.delete(orderPath(first));
      expect(await firstOf(second, third)).toEqual([second]);
      await merchant.put(orderPath(second), { billing: { phone: "0901000002" } });
      expect(await firstOf(second, third)).toEqual([third, second]);
      await merchant.put(orderPath(first), { status: "pending" });
      expect(await firstOf(first, second, third)).toEqual([second, first]);
      await merchant.put(orderPath(second), { billing: { phone: "0901000001" } });
      expect(await firstOf(first, second, third)).toEqual([first]);
      await merchant.delete(`${orderPath(first)}?force=true`);
      expect(await firstOf(second, third)).toEqual([second]);
    });

    test("OL03: an only order keeps its place when its phone number changes, to a number before or after it", async () => {
      const id = await place("0901000025");
      for (const phone of ["0901000021", "0901000029"]) {
        expect((await merchant.put(orderPath(id), { billing: { phone } })).status).toBe(200);
        expect(await firstOf(id)).toEqual([id]);
      }
      const other = await place("0901000029");
      await merchant.put(orderPath(id), { billing: { phone: "0901000021" } });
      expect(await firstOf(id, other)).toEqual([other, id]);
    });

    test("OL03: one of concurrent orders is the first, and an order without a phone number is not", async () => {
      const ids = await Promise.all([1, 2, 3, 4].map(() => place("0901000003")));
      expect(await firstOf(...ids)).toHaveLength(1);
      const unknown = await place("");
      expect(await firstOf(unknown)).toEqual([]);
    });

    test("OL03: the first orders of a shop that was upgraded are found in the background", async () => {
      const [first, second] = [await place("0901000004"), await place("0901000004")];
      const known = await shop.db.all(sql`select phone_key, order_id from first_order order by 1`);
      await shop.db.write(sql`delete from first_order returning order_id`);
      // before the job has found the earlier ones
      const third = await place("0901000004");
      await shop.db.write(sql`
        insert into outbox (kind, payload) values ('derive_first_orders', '{}') returning id`);
      await shop.runJobs();
      expect(await firstOf(first, second, third)).toEqual([first]);
      expect(await shop.db.all(sql`select phone_key, order_id from first_order order by 1`)).toEqual(known);
    });

    test("OL03: a category's orders are listed once each, in the order of the list, and counted by stage", async () => {
      const other = await shop.db.one<{ product: number; category: number }>(sql`
        select c.product_id product, c.category_id category from product_category c join product p on p.id = c.product_id
        where p.type = 'simple' and p.status = 'publish' and p.price is not null
          and c.category_id not in (select category_id from product_category where product_id = ${hoops.id}) order by 1, 2 limit 1`);
      const { product, category } = other ?? { product: 0, category: 0 };
      await setStock(shop, product, 500);
      const ids: number[] = [];
      for (const products of [[product, product], [hoops.id, product], [hoops.id], [product]]) {
        ids.push(await place("0901000005", products));
        shop.clock.advance(minuteMs);
      }
      const inCategory = [ids[3], ids[1], ids[0]];
      const query = `category=${category}`;
      expect(await list(query)).toEqual({ ids: inCategory, total: 3 });
      // a full page is found among the newest orders
      const pages = await Promise.all([1, 2, 3].map((page) => list(`${query}&per_page=1&page=${page}`)));
      expect(pages).toEqual(inCategory.map((id) => ({ ids: [id], total: 3 })));
      expect((await list(`${query}&stage=to_confirm`)).ids).toEqual(inCategory.toReversed());
      expect((await list(`${query}&first_order=true`)).ids).toEqual([ids[0]]);
      expect((await list(`${query}&orderby=total&order=asc`)).ids[0]).toBe(ids[3]);
      await merchant.put(orderPath(ids[1] ?? 0), { status: "cancelled" });
      const counts = (await owner.call<OrderCounts>("GET", `/order-counts?${query}`)).body;
      expect(counts).toMatchObject({ to_confirm: 2, closed: 1, completed: 0 });
    });

    test("OL03: orders with several products of a category are counted once each, up to 1,000 of them", async () => {
      const category = await shop.db.one<{ id: number; products: number[] }>(sql`
        select c.category_id id, (array_agg(c.product_id order by c.product_id))[1:2] products
        from product_category c join product p on p.id = c.product_id
        where p.type = 'simple' and p.status = 'publish' and p.price is not null and p.id <> ${hoops.id}
        group by 1 having count(*) > 1 order by 1 limit 1`);
      const { id: categoryId, products } = category ?? { id: 0, products: [] };
      for (const product of products) await setStock(shop, product, 10);
      const model = await place("0901000006", products);
      const { total: others } = await list(`category=${categoryId}`);
      const copy = (count: number) =>
        shop.db.write(sql`
          with o as (
            insert into orders (order_key, customer_id, status, subtotal, discount_total, shipping_total, total, payment_method,
              payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, created_at, modified_at)
            select gen_random_uuid(), customer_id, 'processing', subtotal, discount_total, shipping_total, total, payment_method,
              payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, created_at, modified_at
            from orders, generate_series(1, ${count}::integer) where id = ${model} returning id)
          insert into order_line (order_id, product_id, name, quantity, unit_price, subtotal, total)
          select o.id, l.product_id, l.name, l.quantity, l.unit_price, l.subtotal, l.total from o, order_line l where l.order_id = ${model}
          returning id`);
      await copy(980);
      expect((await list(`category=${categoryId}`)).total).toBe(others + 980);
      await copy(100);
      expect((await list(`category=${categoryId}`)).total).toBe(1000);
      expect((await list(`category=${categoryId}&stage=to_pack`)).total).toBe(1000);
    });
  });
