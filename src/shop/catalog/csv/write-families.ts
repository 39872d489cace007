import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { type ProductFamily, readFamilies } from "../products/product-family.ts";
import { setStockCauseSql } from "../stock-cause.ts";
import {
  type FamiliesWritten,
  type LineWriteContext,
  outcomeOfWritten,
  type PreparedProduct,
} from "./line-write-context.ts";
import { findReferences } from "./find-references.ts";
import type { LineOutcome } from "./outcomes.ts";
import type { PreparedFamily } from "./prepare-lines.ts";
import { writeProductLines } from "./write-product-lines.ts";
import { productIdOf, writeVariationLines } from "./write-variation-lines.ts";

/** What a transaction has changed: the products by id, and the lines that were written. */
export interface LinesWritten {
  after: ReadonlyMap<number, ProductFamily>;
  lines: readonly LineOutcome[];
}

/**
 * Records what a transaction changes, as a part of it; in a dry run before it is rolled back. Called with the existing products of the
 * lines once they are locked. @returns called when the lines are written
 */
export type WriteRecorder = (
  tx: Tx,
  before: ReadonlyMap<number, ProductFamily>,
) => Promise<(written: LinesWritten) => Promise<void>>;

type FamiliesWriteContext = Pick<LineWriteContext, "plan" | "now" | "before"> & {
  fileName: string;
  recorder?: WriteRecorder | undefined;
};

async function writtenBy(context: LineWriteContext, families: readonly PreparedFamily[]): Promise<LinesWritten> {
  const ids = families.flatMap((family) => productIdOf(context, family) ?? []);
  return {
    after: await readFamilies(context.tx, [...new Set(ids)]),
    lines: [...context.written].map(([line, written]) => outcomeOfWritten(line, written)),
  };
}

/**
 * Writes products and their variations in bulk. Locks the catalogue, then products and stock, then taxonomies. If a
 * line is rejected, the transaction must be rolled back and repeated without it.
 */
export async function writeFamilies(
  tx: Tx,
  families: readonly PreparedFamily[],
  { fileName, recorder, ...shared }: FamiliesWriteContext,
): Promise<FamiliesWritten> {
  const context: LineWriteContext = { tx, ...shared, written: new Map(), rejected: new Map() };
  const lines = families.flatMap(({ product, variations }) => (product ? [product, ...variations] : variations));
  // rows are inserted faster than the statistics are updated: the planner would take full tables for empty ones and
  // scan them repeatedly
  await tx.run(sql`set local enable_seqscan = off`);
  await tx.run(setStockCauseSql({ reason: "import", file: fileName }));
  await lockCatalog(tx);
  const existing = families.flatMap(({ family }) => family.product?.id ?? family.productId ?? []);
  await tx.run(sql`select lock_catalog_rows(${existing}::integer[])`);
  const record = await recorder?.(tx, await readFamilies(tx, existing));
  const products = families.flatMap(({ product }) => (product ? [product as PreparedProduct] : []));
  const references = await findReferences(context, products, lines);
  await writeProductLines(context, families, references);
  await writeVariationLines(context, families, references);
  if (record && context.rejected.size === 0) await record(await writtenBy(context, families));
  return context;
}
