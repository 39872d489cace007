import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";
import type { FamiliesWritten, ProductReady, Work } from "./process-product-groups.ts";
import { lookUp } from "./find-named.ts";
import type { ReadyFamily } from "./prepare-rows.ts";
import { writeProductLines } from "./write-product-lines.ts";
import { writeVariationLines } from "./write-variation-lines.ts";

/**
 * Writes products and their variations, many at once. Takes its turn, then locks products and pieces, then what they are filed
 * under. Where a line is refused the transaction has to be rolled back, and tried again without it.
 */
export async function writeFamilies(
  tx: Tx,
  families: readonly ReadyFamily[],
  { plan, now, before }: Pick<Work, "plan" | "now" | "before">,
): Promise<FamiliesWritten> {
  const work: Work = { tx, now, plan, before, written: new Map(), refused: new Map() };
  const lines = families.flatMap(({ product, variations }) => (product ? [product, ...variations] : variations));
  // rows come faster than the database counts them: it would take full tables for empty ones, and read them over and over
  await tx.run(sql`set local enable_seqscan = off`);
  await lockCatalog(tx);
  await tx.run(
    sql`select lock_catalogue(${families.flatMap(({ family }) => family.product?.id ?? family.productId ?? [])}::integer[])`,
  );
  const products = families.flatMap(({ product }) => (product ? [product as ProductReady] : []));
  const found = await lookUp(work, products, lines);
  await writeProductLines(work, families, found);
  await writeVariationLines(work, families, found);
  return work;
}
