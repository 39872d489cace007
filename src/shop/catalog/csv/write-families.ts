import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { setStockCauseSql } from "../stock-cause.ts";
import type { FamiliesWritten, PreparedProduct, LineWriteContext } from "./line-write-context.ts";
import { findReferences } from "./find-references.ts";
import type { PreparedFamily } from "./prepare-lines.ts";
import { writeProductLines } from "./write-product-lines.ts";
import { writeVariationLines } from "./write-variation-lines.ts";

/**
 * Writes products and their variations in bulk. Locks the catalogue, then products and stock, then taxonomies. If a
 * line is rejected, the transaction must be rolled back and repeated without it.
 */
export async function writeFamilies(
  tx: Tx,
  families: readonly PreparedFamily[],
  { plan, now, before, fileName }: Pick<LineWriteContext, "plan" | "now" | "before"> & { fileName: string },
): Promise<FamiliesWritten> {
  const context: LineWriteContext = { tx, now, plan, before, written: new Map(), rejected: new Map() };
  const lines = families.flatMap(({ product, variations }) => (product ? [product, ...variations] : variations));
  // rows are inserted faster than the statistics are updated: the planner would take full tables for empty ones and
  // scan them repeatedly
  await tx.run(sql`set local enable_seqscan = off`);
  await tx.run(setStockCauseSql({ reason: "import", file: fileName }));
  await lockCatalog(tx);
  await tx.run(
    sql`select lock_catalog_rows(${families.flatMap(({ family }) => family.product?.id ?? family.productId ?? [])}::integer[])`,
  );
  const products = families.flatMap(({ product }) => (product ? [product as PreparedProduct] : []));
  const references = await findReferences(context, products, lines);
  await writeProductLines(context, families, references);
  await writeVariationLines(context, families, references);
  return context;
}
