import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type Db, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** Tables that exist for the back office alone. */
const tables = [
  ...["staff", "staff_session", "staff_role", "staff_passkey", "staff_totp", "staff_recovery_code", "staff_undo"],
  ...["staff_link", "staff_sign_in_failure", "staff_device", "staff_challenge"],
  ...["order_workflow", "order_call", "order_print", "order_presence", "saved_view", "default_view", "background_task"],
  ...["packing", "packing_tick", "packing_photo", "warranty", "warranty_repair", "manifest", "manifest_parcel"],
  ...["returned_item", "carrier_compensation", "exchange"],
  ...["stock_movement", "stock_detail", "stock_count", "stock_count_item", "stock_count_entry", "stock_receipt"],
  ...["stock_receipt_line", "price_change", "price_change_line", "refund_request", "category_deletion"],
  ...["product_import", "product_import_line", "product_import_product"],
];
const named = new RegExp(`\\b(?:from|join|into|update)\\s+(?:only\\s+)?(${tables.join("|")})\\b`, "i");

/** Records the statements of a shop, those of its transactions too. */
function recordStatements(db: Db): string[] {
  const statements: string[] = [];
  const recorded =
    <Result>(target: object, run: (statement: Sql) => Promise<Result>) =>
    (statement: Sql): Promise<Result> => {
      statements.push(statement.sql);
      return run.call(target, statement);
    };
  const { all, one, write, transaction } = db;
  Object.assign(db, {
    all: recorded(db, all),
    one: recorded(db, one),
    write: recorded(db, write),
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction.call(db, (tx: Tx) =>
        work(Object.assign(tx, { all: recorded(tx, tx.all), one: recorded(tx, tx.one), run: recorded(tx, tx.run) })),
      ) as Promise<T>,
  });
  return statements;
}

for (const engine of engines)
  describe(engine.name, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });

    test("SP01: no request of a shopper reads or writes a table of the back office; triggers write what an order adds to them", async () => {
      const existing = await shop.db.all<{ name: string }>(
        sql`select tablename "name" from pg_tables where schemaname = 'public' and tablename = any(${tables}::text[])`,
      );
      expect(existing.map(({ name }) => name).sort(), "the list is current").toEqual([...tables].sort());
      const buyer = shop.client();
      await buyer.register();
      const statements = recordStatements(shop.db);
      const pages = [
        "/wp-json/product-category/v1/list/?slug=rings&page=1",
        "/wp-json/custom-search/v1/products?keyword=nhan",
        "/wp-json/wc/v3/products/143",
        "/wp-json/wc/v3/products/101/variations",
        "/wp-json/custom-cart/v1/view",
      ];
      for (const path of pages) await buyer.get(path);
      await buyer.post("/wp-json/custom-cart/v1/add", { product_id: 143 });
      const order = await submit<{ id: number }>(buyer, aCodOrder());
      expect(order.status).toBe(201);
      await buyer.get("/wp-json/custom/v1/order-data");
      expect(statements.length).toBeGreaterThan(5);
      expect(statements.filter((statement) => named.test(statement))).toEqual([]);
      const written = await shop.db.one<{ stage: string; movements: number }>(sql`
        select w.stage, (select count(*)::integer from stock_movement m where m.order_id = ${order.body.id}) movements
        from order_workflow w where w.order_id = ${order.body.id}`);
      expect(written).toEqual({ stage: "to_confirm", movements: 1 });
    });
  });
