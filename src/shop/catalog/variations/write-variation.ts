import { json, type Sql, sql, type Tx } from "../../kernel/database.ts";
import { mergeMeta } from "../meta-data.ts";
import { setColumns } from "../shelves/set-columns.ts";
import { sameText, textAfter } from "../written-text.ts";
import { type Choice, refuseTwin, settleChoices } from "./choices.ts";
import type { Parent, StoredVariation } from "./parent.ts";
import { type OwnStock, stockAfter } from "./stock-after.ts";
import type { VariationChange } from "./variation-change.ts";

/** What {@link writeVariation} writes, and when. */
export interface VariationWrite {
  /** null for a new variation */
  before: StoredVariation | null;
  change: VariationChange;
  now: Date;
}

function extraAfter(parent: Parent, { before, change }: VariationWrite): Record<string, unknown> {
  const { kept = {}, pictureId, pictureAlt } = change;
  const { image_alt: alt, ...rest } = { ...before?.extra, ...kept };
  const samePicture = pictureId === undefined || pictureId === before?.pictureId;
  const shown = (alt ?? parent.name) as Record<string, string>;
  const said =
    pictureAlt && (!samePicture || shown[pictureAlt.lang] !== pictureAlt.text) ? textAfter(null, pictureAlt) : null;
  const after = said ?? (samePicture ? alt : undefined);
  return Object.fromEntries(Object.entries({ ...rest, image_alt: after }).filter(([, value]) => value != null));
}

/** The state that the write leads to, as far as anything depends on it. */
function stateAfter(parent: Parent, write: VariationWrite, choices: Choice[]): Omit<StoredVariation, "id" | "stockId"> {
  const { before, change } = write;
  const empty = { vi: "", en: "" };
  const own = stockAfter(parent, before, change.stock);
  return {
    status: change.status ?? before?.status ?? "publish",
    description: change.description
      ? textAfter(before?.description ?? null, change.description)
      : (before?.description ?? empty),
    quantity: own?.quantity ?? parent.quantity,
    counted: own?.counted ?? parent.counted,
    pictureId: change.pictureId === undefined ? (before?.pictureId ?? null) : change.pictureId,
    meta: change.meta ? mergeMeta(before?.meta ?? [], change.meta) : (before?.meta ?? []),
    extra: extraAfter(parent, write),
    choices,
  };
}

const unnested = (choices: readonly Choice[]): Sql => sql`
  unnest(${choices.map(({ attributeId }) => attributeId)}::integer[], ${choices.map(({ termId }) => termId)}::integer[])
    c (attribute_id, term_id)`;

type After = ReturnType<typeof stateAfter>;

/** Stock, variation and choices in one round trip. */
async function insert(tx: Tx, parent: Parent, { change, now }: VariationWrite, after: After, own: OwnStock) {
  const row = await tx.one<{ id: number; stockId: number }>(sql`
    with own as (
      insert into stock (quantity, counted) select ${own?.quantity ?? 0}::integer, ${own?.counted ?? true}::boolean
      where ${own !== null}::boolean returning id
    ), made as (
      insert into variation (product_id, sku, status, regular_price, sale_wanted, sale_from, sale_to, stock_id, picture_id,
        menu_order, description, meta_data, extra, created_at, modified_at)
      select ${parent.id}, ${change.sku || null}::text, ${after.status}, ${change.regularPrice ?? null}::bigint,
        ${change.saleWanted ?? null}::bigint, ${change.saleFrom ?? null}::timestamptz, ${change.saleTo ?? null}::timestamptz,
        coalesce((select id from own), ${parent.stockId}), ${after.pictureId}::integer, ${change.menuOrder ?? 0}::integer,
        ${json(after.description)}::jsonb, ${json(after.meta)}::jsonb, ${json(after.extra)}::jsonb,
        ${now}::timestamptz, ${now}::timestamptz
      returning id, stock_id
    ), chosen as (
      insert into variation_option (variation_id, attribute_id, term_id)
      select made.id, c.attribute_id, c.term_id from made, ${unnested(after.choices)})
    select id, stock_id "stockId" from made`);
  if (!row) throw new Error("a variation was inserted and has no id");
  return row;
}

/** @returns the id of the stock that the variation has from now on */
async function moveStock(tx: Tx, parent: Parent, before: StoredVariation, own: OwnStock): Promise<number> {
  const hadOwn = before.stockId !== parent.stockId;
  if (!own) return parent.stockId;
  if (!hadOwn) {
    const row = await tx.one<{ id: number }>(sql`
      insert into stock (quantity, counted) values (${own.quantity}, ${own.counted}) returning id`);
    if (!row) throw new Error("stock was inserted and has no id");
    return row.id;
  }
  if (own.quantity !== before.quantity || own.counted !== before.counted) {
    await tx.run(
      sql`update stock set quantity = ${own.quantity}, counted = ${own.counted} where id = ${before.stockId}`,
    );
  }
  return before.stockId;
}

const sameChoices = (one: readonly Choice[], other: readonly Choice[]): boolean =>
  one.length === other.length &&
  one.every((choice) =>
    other.some(({ attributeId, termId }) => attributeId === choice.attributeId && termId === choice.termId),
  );

async function update(
  tx: Tx,
  parent: Parent,
  before: StoredVariation,
  write: VariationWrite,
  after: After,
  own: OwnStock,
) {
  const { change, now } = write;
  const stockId = await moveStock(tx, parent, before, own);
  const said = (value: unknown, column: Sql): Sql | undefined => (value === undefined ? undefined : column);
  const sets = setColumns({
    sku: said(change.sku, sql`${change.sku || null}::text`),
    status: after.status === before.status ? undefined : sql`${after.status}`,
    regular_price: said(change.regularPrice, sql`${change.regularPrice}::bigint`),
    sale_wanted: said(change.saleWanted, sql`${change.saleWanted}::bigint`),
    sale_from: said(change.saleFrom, sql`${change.saleFrom}::timestamptz`),
    sale_to: said(change.saleTo, sql`${change.saleTo}::timestamptz`),
    stock_id: stockId === before.stockId ? undefined : sql`${stockId}`,
    picture_id: said(change.pictureId, sql`${after.pictureId}::integer`),
    menu_order: said(change.menuOrder, sql`${change.menuOrder}`),
    description: sameText(before.description, after.description) ? undefined : sql`${json(after.description)}::jsonb`,
    meta_data: said(change.meta, sql`${json(after.meta)}::jsonb`),
    extra: sql`${json(after.extra)}::jsonb`,
    modified_at: sql`${now}::timestamptz`,
  });
  if (sets) await tx.run(sql`update variation set ${sets} where id = ${before.id}`);
  // pieces of its own that nobody has any more
  if (stockId === parent.stockId && before.stockId !== stockId)
    await tx.run(sql`delete from stock where id = ${before.stockId}`);
  if (!sameChoices(before.choices, after.choices)) {
    await tx.run(sql`delete from variation_option where variation_id = ${before.id}`);
    await tx.run(sql`
      insert into variation_option (variation_id, attribute_id, term_id)
      select ${before.id}, c.attribute_id, c.term_id from ${unnested(after.choices)}`);
  }
  return { id: before.id, stockId };
}

/**
 * Writes one variation of a product that {@link lockParent} has read, and notes it in that reading, so that the next one
 * of the same product needs no other: one round trip for a new variation whose choices the product offers. Codes are
 * claimed and pictures kept before. The database keeps the product's prices, stock status and default price right.
 * @returns its id
 * @throws Refusal 400 naming the field; what was written until then goes with the transaction
 */
export async function writeVariation(tx: Tx, parent: Parent, write: VariationWrite): Promise<number> {
  const { before, change } = write;
  const choices = change.choices ? await settleChoices(tx, parent, change.choices) : (before?.choices ?? []);
  const after = stateAfter(parent, write, choices);
  const own = stockAfter(parent, before, change.stock);
  if (after.status !== "trash") refuseTwin(parent, before?.id ?? null, choices);
  const row = before
    ? await update(tx, parent, before, write, after, own)
    : await insert(tx, parent, write, after, own);
  const stored = { ...after, ...row };
  parent.variations = [...parent.variations.filter(({ id }) => id !== row.id), stored];
  return row.id;
}
