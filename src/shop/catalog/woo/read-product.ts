import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { wooProduct } from "./product.ts";
import { findProductRows } from "./product-row.ts";

/** A product as a merchant reads it, or null if there is none. */
export async function readWooProduct({ db, config }: AppContext, id: number): Promise<object | null> {
  const reading = { merchant: true, lang: "vi", costs: true, origin: config.publicUrl } as const;
  const [row] = await findProductRows(db, sql`select ${id}::integer id, 1 place`, reading);
  return row ? wooProduct(row, reading) : null;
}
