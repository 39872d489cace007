import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";
import type { FamiliesWritten, ProductReady, Work } from "./process-product-groups.ts";
import { lookUp } from "./find-named.ts";
import type { ReadyFamily } from "./prepare-rows.ts";
import { writeProductLines } from "./write-product-lines.ts";
import { writeVariationLines } from "./write-variation-lines.ts";

/**
 * Writes products and their variations in bulk. Locks the catalogue, then products and stock, then taxonomies. If a
 * line is rejected, the transaction must be rolled back and repeated without it.
 */
export async function writeFamilies(
  tx: Tx,
  families: readonly ReadyFamily[],
  { plan, now, before }: Pick<Work, "plan" | "now" | "before">,
): Promise<FamiliesWritten> {
  const work: Work = { tx, now, plan, before, written: new Map(), refused: new Map() };
  const lines = families.flatMap(({ product, variations }) => (product ? [product, ...variations] : variations));
  // rows are inserted faster than the statistics are updated: the planner would take full tables for empty ones and
  // scan them repeatedly
  await tx.run(sql`set local enable_seqscan = off`);
  await lockCatalog(tx);
  await tx.run(
    sql`select lock_catalog_rows(${families.flatMap(({ family }) => family.product?.id ?? family.productId ?? [])}::integer[])`,
  );
  const products = families.flatMap(({ product }) => (product ? [product as ProductReady] : []));
  const found = await lookUp(work, products, lines);
  await writeProductLines(work, families, found);
  await writeVariationLines(work, families, found);
  return work;
}
