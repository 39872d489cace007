import { purchasablesOf } from "#shop/catalog/index.ts";
import { guestCartMs } from "#shop/kernel/auth/sessions.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { CartLine } from "./cart-line.ts";
import { mergeLines } from "./cart-rules.ts";
import { linesTable } from "./write-carts.ts";

interface CartMergeRow {
  cart_id: number;
  key: string;
  quantity: number;
  place: number;
}

async function findLines(tx: Tx, carts: readonly number[]): Promise<Map<number, CartLine[]>> {
  const rows = await purchasablesOf<CartMergeRow>(
    tx,
    sql`select cart_id, key, product_id, variation_id, quantity, row_number() over (order by added_at, key) place
        from cart_line where cart_id = any(${carts}::bigint[])`,
  );
  const lines = new Map<number, CartLine[]>();
  for (const { input, ...purchasable } of rows.sort((one, other) => one.input.place - other.input.place)) {
    const cartLines = lines.get(input.cart_id) ?? [];
    lines.set(input.cart_id, [...cartLines, { ...purchasable, key: input.key, quantity: input.quantity }]);
  }
  return lines;
}

/**
 * Merges a guest's cart into the account's, in the transaction of the login, and deletes the guest's. Quantities add
 * up, capped by stock.
 */
export async function mergeGuestCart(
  tx: Tx,
  { customerId, guestHash, now }: { customerId: number; guestHash: Buffer; now: Date },
): Promise<void> {
  const guestCart = await tx.one<{ id: number; version: number }>(sql`
    select id, version from cart where token_hash = ${guestHash}
      and updated_at > ${new Date(now.getTime() - guestCartMs)} for update`);
  if (!guestCart) return;
  // the browser has stored the guest cart's version, so the account's continues from the higher one
  const accountCart = await tx.one<{ id: number }>(sql`
    insert into cart as c (customer_id, version, updated_at) values (${customerId}, ${guestCart.version} + 1, ${now})
    on conflict (customer_id) do update
      set version = greatest(c.version, ${guestCart.version}) + 1, updated_at = excluded.updated_at
    returning id`);
  if (!accountCart) throw new Error("the account's cart was not created");
  const lines = await findLines(tx, [accountCart.id, guestCart.id]);
  const merged = mergeLines(lines.get(accountCart.id) ?? [], lines.get(guestCart.id) ?? []);
  await tx.run(sql`delete from cart where id = ${guestCart.id}`);
  await tx.run(sql`
    insert into cart_line (cart_id, key, product_id, variation_id, quantity, added_at)
    select ${accountCart.id}::bigint, key, product_id, variation_id, quantity, ${now}::timestamptz + place * interval '1 microsecond'
    from ${linesTable(merged)}
    on conflict (cart_id, key) do update set quantity = excluded.quantity`);
}
