import { json, raw, sql, type Tx } from "#shop/kernel/db/database.ts";
import { storePlaces } from "../storage-places.ts";
import { choicesKey } from "./choices.ts";
import type { ParentProduct, StoredVariation } from "./parent.ts";

/** One variation before and after a write; `before` is null for a new one. */
export interface VariationStep {
  parent: ParentProduct;
  before: StoredVariation | null;
  after: StoredVariation;
  /** what to do with its stock row */
  stock: "new" | "changed" | "unchanged";
}

const rowOf = ({ parent, after }: VariationStep, now: Date) => ({
  id: after.id,
  product_id: parent.id,
  sku: after.sku,
  status: after.status,
  regular_price: after.regularPrice,
  scheduled_sale_price: after.saleWanted,
  sale_from: after.saleFrom,
  sale_to: after.saleTo,
  stock_id: after.stockId,
  picture_id: after.pictureId,
  menu_order: after.menuOrder,
  description: after.description,
  meta_data: after.meta,
  extra: after.extra,
  cost: after.cost,
  cost_is_additive: after.costIsAdditive,
  modified_at: now,
});

const choiceRows = (steps: readonly VariationStep[]) =>
  steps.flatMap(({ after: { id, choices } }) =>
    choices.map(({ attributeId, termId }) => ({ variation_id: id, attribute_id: attributeId, term_id: termId })),
  );

const stockRow = ({ after: { stockId, quantity, managed } }: VariationStep) => ({ id: stockId, quantity, managed });

/** Inserts stock, variations and options in one round trip. */
async function insert(tx: Tx, steps: readonly VariationStep[], now: Date): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map((step) => ({ ...rowOf(step, now), created_at: now }));
  const columns = raw(Object.keys(rows[0] ?? {}).join(", "));
  const stocks = steps.filter(({ stock }) => stock === "new").map(stockRow);
  await tx.run(sql`
    with own as (
      insert into stock (id, quantity, managed) overriding system value
      select id, quantity, managed from jsonb_populate_recordset(null::stock, ${json(stocks)}::jsonb)
    ), made as (
      insert into variation (${columns})
      select ${columns} from jsonb_populate_recordset(null::variation, ${json(rows)}::jsonb))
    insert into variation_option (variation_id, attribute_id, term_id)
    select variation_id, attribute_id, term_id
    from jsonb_populate_recordset(null::variation_option, ${json(choiceRows(steps))}::jsonb)`);
}

async function moveStock(tx: Tx, steps: readonly VariationStep[]): Promise<void> {
  const moved = steps.filter(({ stock }) => stock !== "unchanged");
  if (moved.length === 0) return;
  const rows = [...new Map(moved.map((step) => [step.after.stockId, stockRow(step)])).values()];
  await tx.run(sql`
    insert into stock (id, quantity, managed) overriding system value
    select id, quantity, managed from jsonb_populate_recordset(null::stock, ${json(rows)}::jsonb)
    on conflict (id) do update set quantity = excluded.quantity, managed = excluded.managed`);
}

async function storeChoices(tx: Tx, steps: readonly VariationStep[]): Promise<void> {
  const changed = steps.filter(({ before, after }) => choicesKey(before?.choices ?? []) !== choicesKey(after.choices));
  if (changed.length === 0) return;
  await tx.run(
    sql`delete from variation_option where variation_id = any(${changed.map(({ after }) => after.id)}::integer[])`,
  );
  await tx.run(sql`
    insert into variation_option (variation_id, attribute_id, term_id)
    select variation_id, attribute_id, term_id
    from jsonb_populate_recordset(null::variation_option, ${json(choiceRows(changed))}::jsonb)`);
}

/** Deletes stock rows that are no longer used. */
async function dropStock(tx: Tx, steps: readonly VariationStep[]): Promise<void> {
  const left = steps.flatMap(({ parent, before, after }) =>
    before && before.stockId !== after.stockId && before.stockId !== parent.stockId ? [before.stockId] : [],
  );
  if (left.length === 0) return;
  await tx.run(sql`
    delete from stock s where id = any(${left}::integer[])
      and not exists (select from variation where stock_id = s.id) and not exists (select from product where stock_id = s.id)`);
}

async function update(tx: Tx, steps: readonly VariationStep[], now: Date): Promise<void> {
  const rows = steps.map((step) => rowOf(step, now));
  const [first] = rows;
  if (!first) return;
  await moveStock(tx, steps);
  const columns = Object.keys(first).filter((column) => column !== "id" && column !== "product_id");
  const set = raw(columns.map((column) => `${column} = r.${column}`).join(", "));
  await tx.run(sql`
    update variation v set ${set} from jsonb_populate_recordset(null::variation, ${json(rows)}::jsonb) r
    where v.id = r.id`);
  await dropStock(tx, steps);
  await storeChoices(tx, steps);
}

/**
 * Stores variations whose products are locked: their stock, their rows, their options. The triggers of
 * sql/catalog/products.sql invalidate the caches.
 */
export async function storeVariations(tx: Tx, steps: readonly VariationStep[], now: Date): Promise<void> {
  await insert(
    tx,
    steps.filter(({ before }) => !before),
    now,
  );
  await update(
    tx,
    steps.filter(({ before }) => before),
    now,
  );
  const moved = steps.filter(
    ({ before, after }) => (before?.place ?? "") !== after.place || before?.stockId !== after.stockId,
  );
  await storePlaces(
    tx,
    moved.map(({ after }) => after),
  );
}
