import { json, raw, sql, type Tx } from "#shop/kernel/db/database.ts";
import { storePlaces } from "../storage-places.ts";
import type { ProductState } from "./product-state.ts";

/** A product before and after a write; `before` is null for a new one. */
export interface ProductStep {
  before: ProductState | null;
  state: ProductState;
}

const rowOf = (state: ProductState, now: Date): Record<string, unknown> => ({
  id: state.id,
  sku: state.sku,
  slug: state.slug,
  type: state.type,
  status: state.status,
  catalog_visibility: state.catalogVisibility,
  name: state.name,
  short_description: state.shortDescription,
  description: state.description,
  regular_price: state.regularPrice,
  sale_price: state.salePrice,
  scheduled_sale_price: state.saleWanted,
  sale_from: state.saleFrom,
  sale_to: state.saleTo,
  stock_id: state.stockId,
  featured: state.featured,
  menu_order: state.menuOrder,
  weight_g: state.weightG,
  length_mm: state.lengthMm,
  width_mm: state.widthMm,
  height_mm: state.heightMm,
  care_group: state.careGroup,
  adjustable: state.adjustable,
  gift_slug: state.giftSlug,
  meta_data: state.meta,
  extra: state.extra,
  cost: state.cost,
  created_at: state.createdAt,
  modified_at: now,
});

/**
 * Ids for new products and their stock, from the database's sequences.
 * @param given for each new product: the id that it already has, if any
 */
export const newIds = (tx: Tx, given: readonly (number | undefined)[]): Promise<{ id: number; stockId: number }[]> =>
  given.length === 0
    ? Promise.resolve([])
    : tx.all(sql`
        select coalesce(given, nextval('product_or_variation_id')::integer) id,
          nextval(pg_get_serial_sequence('stock', 'id'))::integer "stockId"
        from unnest(${given.map((id) => id ?? null)}::integer[]) with ordinality requested (given, place) order by place`);

async function storeStock(tx: Tx, changes: readonly ProductStep[]): Promise<void> {
  const changed = changes.filter(
    ({ before, state }) => !before || before.quantity !== state.quantity || before.managed !== state.managed,
  );
  if (changed.length === 0) return;
  const rows = changed.map(({ state: { stockId, quantity, managed } }) => ({ id: stockId, quantity, managed }));
  await tx.run(sql`
    insert into stock (id, quantity, managed) overriding system value
    select id, quantity, managed from jsonb_populate_recordset(null::stock, ${json(rows)}::jsonb)
    on conflict (id) do update set quantity = excluded.quantity, managed = excluded.managed`);
}

async function insert(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = raw(Object.keys(first).join(", "));
  await tx.run(sql`
    insert into product (${columns})
    select ${columns} from jsonb_populate_recordset(null::product, ${json(rows)}::jsonb)`);
}

async function update(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== "id");
  const set = raw(columns.map((column) => `${column} = r.${column}`).join(", "));
  await tx.run(sql`
    update product p set ${set} from jsonb_populate_recordset(null::product, ${json(rows)}::jsonb) r where p.id = r.id`);
}

/** A simple product has no variations: they are deleted, with the stock that was theirs only. */
async function dropVariations(tx: Tx, changes: readonly ProductStep[]): Promise<void> {
  const ids = changes.flatMap(({ before, state }) =>
    before?.type === "variable" && state.type === "simple" ? [state.id] : [],
  );
  if (ids.length === 0) return;
  await tx.run(sql`
    with deleted as (delete from variation where product_id = any(${ids}::integer[]) returning stock_id)
    delete from stock where id in (select stock_id from deleted) and id not in (select stock_id from product where id = any(${ids}::integer[]))`);
}

/** Stores the rows of products and their stock; their parts come after, see {@link storeParts}. */
export async function storeProducts(tx: Tx, changes: readonly ProductStep[], now: Date): Promise<void> {
  await storeStock(tx, changes);
  await dropVariations(tx, changes);
  await insert(
    tx,
    changes.filter(({ before }) => !before).map(({ state }) => rowOf(state, now)),
  );
  await update(
    tx,
    changes.filter(({ before }) => before).map(({ state }) => rowOf(state, now)),
  );
  await storePlaces(
    tx,
    changes.filter(({ before, state }) => (before?.place ?? "") !== state.place).map(({ state }) => state),
  );
}
