import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { OrderNote } from "#contract/woo/order-note.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`notes of an order on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let notes: string;
    const sentEmails = () =>
      shop.db.all<{ values: object }>(
        sql`select payload -> 'values' "values" from outbox where payload ->> 'template' = 'order_note'`,
      );
    const write = async (note: object) => OrderNote.parse((await merchant.post(notes, note)).body);
    const list = async (query = "") =>
      (await merchant.get<OrderNote[]>(`${notes}${query}`)).body.map(({ note }) => note);

    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      const { id } = await orderOf(merchant, { billing: { first_name: "An", email: "an@example.com" } });
      notes = `${orderPath(id)}/notes`;
    });

    test("are created, listed, read and deleted permanently", async () => {
      const response = await merchant.post<OrderNote>(notes, { note: "Đã gọi khách" });
      expect(response).toMatchObject({
        status: 201,
        body: { author: "system", note: "Đã gọi khách", customer_note: false },
      });
      expect(response.header("location")).toBe(`https://shop.example${notes}/${response.body.id}`);
      expect(response.body._links).toMatchObject({
        up: [{ href: `https://shop.example${notes.replace("/notes", "")}` }],
      });
      expect(await sentEmails()).toEqual([]);
      shop.clock.advance(1_000);
      const signed = await write({ note: "Giao trước 5 giờ", customer_note: "1", added_by_user: true });
      expect(signed).toMatchObject({ author: "a test", customer_note: true });
      const number = /orders\/(\d+)/.exec(notes)?.[1];
      expect(await sentEmails()).toEqual([{ values: { name: "An", order_number: number, note: "Giao trước 5 giờ" } }]);
      expect(await list()).toEqual(["Giao trước 5 giờ", "Đã gọi khách"]);
      expect([await list("?type=customer"), await list("?type=internal")]).toEqual([
        ["Giao trước 5 giờ"],
        ["Đã gọi khách"],
      ]);
      const one = `${notes}/${signed.id}`;
      expect((await merchant.get(one)).body).toEqual(signed);
      expect(await merchant.delete<Problem>(one)).toMatchObject({
        status: 501,
        body: { code: "woocommerce_rest_trash_not_supported" },
      });
      expect(await merchant.delete(`${one}?force=true`)).toMatchObject({ status: 200, body: { id: signed.id } });
      expect(await merchant.get<Problem>(one)).toMatchObject({
        status: 404,
        body: { code: "woocommerce_rest_invalid_id" },
      });
    });

    test("require text, an order and a merchant's key", async () => {
      expect(await merchant.post<Problem>(notes, {})).toMatchObject({
        status: 400,
        body: { code: "rest_missing_callback_param", data: { params: ["note"] } },
      });
      for (const note of ["", "  ", 5, "x".repeat(5_001)])
        expect((await merchant.post(notes, { note })).status).toBe(400);
      expect((await merchant.get(`${notes}?type=all`)).status).toBe(400);
      for (const call of [
        merchant.get(`${orderPath(999_999)}/notes`),
        merchant.post(`${orderPath(999_999)}/notes`, { note: "x" }),
      ])
        expect(await call).toMatchObject({ status: 404, body: { code: "woocommerce_rest_shop_order_invalid_id" } });
      const { id } = await write({ note: "x" });
      const other = await orderOf(merchant, {});
      expect((await merchant.get(`${orderPath(other.id)}/notes/${id}`)).status).toBe(404);
      const shopper = shop.client();
      await shopper.register();
      const keyless = shop.client({ headers: { authorization: null } });
      const reader = await merchantOf(shop, "read");
      for (const [visitor, read, written] of [
        [shopper, 403, 403],
        [keyless, 401, 401],
        [reader, 200, 401],
      ] as const) {
        expect((await visitor.get(notes)).status).toBe(read);
        expect((await visitor.get(`${notes}/${id}`)).status).toBe(read);
        expect((await visitor.post(notes, { note: "x" })).status).toBe(written);
        expect((await visitor.delete(`${notes}/${id}?force=true`)).status).toBe(written);
      }
    });
  });
