import { purchasablesOf } from "#shop/catalog/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { visitorCartMs } from "#shop/kernel/auth/sessions.ts";
import type { Line } from "./cart-line.ts";
import { mergeLines } from "./cart-rules.ts";
import { linesTable } from "./write-carts.ts";

interface Row {
  cart_id: number;
  key: string;
  quantity: number;
  place: number;
}

async function linesOf(tx: Tx, carts: readonly number[]): Promise<Map<number, Line[]>> {
  const rows = await purchasablesOf<Row>(
    tx,
    sql`select cart_id, key, product_id, variation_id, quantity, row_number() over (order by added_at, key) place
        from cart_line where cart_id = any(${carts}::bigint[])`,
  );
  const lines = new Map<number, Line[]>();
  for (const { asked, ...piece } of rows.sort((one, other) => one.asked.place - other.asked.place)) {
    const own = lines.get(asked.cart_id) ?? [];
    lines.set(asked.cart_id, [...own, { ...piece, key: asked.key, quantity: asked.quantity }]);
  }
  return lines;
}

/**
 * Moves a visitor's cart into the account's, in the transaction of the login; the visitor's is gone after that. Quantities
 * add up, capped by stock.
 */
export async function mergeVisitorCart(
  tx: Tx,
  { customerId, visitorHash, now }: { customerId: number; visitorHash: Buffer; now: Date },
): Promise<void> {
  const visitors = await tx.one<{ id: number; version: number }>(sql`
    select id, version from cart where token_hash = ${visitorHash}
      and updated_at > ${new Date(now.getTime() - visitorCartMs)} for update`);
  if (!visitors) return;
  // the browser knows the visitor's cart at its version: the account's goes on from the higher one
  const own = await tx.one<{ id: number }>(sql`
    insert into cart as c (customer_id, version, updated_at) values (${customerId}, ${visitors.version} + 1, ${now})
    on conflict (customer_id) do update
      set version = greatest(c.version, ${visitors.version}) + 1, updated_at = excluded.updated_at
    returning id`);
  if (!own) throw new Error("the account's cart was not opened");
  const lines = await linesOf(tx, [own.id, visitors.id]);
  const merged = mergeLines(lines.get(own.id) ?? [], lines.get(visitors.id) ?? []);
  await tx.run(sql`delete from cart where id = ${visitors.id}`);
  await tx.run(sql`
    insert into cart_line (cart_id, key, product_id, variation_id, quantity, added_at)
    select ${own.id}::bigint, key, product_id, variation_id, quantity, ${now}::timestamptz + place * interval '1 microsecond'
    from ${linesTable(merged)}
    on conflict (cart_id, key) do update set quantity = excluded.quantity`);
}
