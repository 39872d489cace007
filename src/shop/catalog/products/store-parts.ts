import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";
import { json, raw, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { ProductState } from "./product-state.ts";
import type { ProductStep } from "./store-products.ts";

type PartRow = Record<string, unknown>;

/** A table whose rows belong to products. @param key its primary key, after product_id */
interface ProductPart {
  table: string;
  key: string;
  /** columns other than the key */
  columns: readonly string[];
  of(state: ProductState): PartRow[];
}

const descriptive = ({ attributes }: ProductState) => attributes.filter(({ variation }) => !variation);
const forVariations = ({ attributes }: ProductState) => attributes.filter(({ variation }) => variation);

/** In insertion order: options before their terms. */
const parts: readonly ProductPart[] = [
  {
    table: "product_category",
    key: "category_id",
    columns: ["position"],
    of: ({ categoryIds }) => categoryIds.map((category_id, position) => ({ category_id, position })),
  },
  { table: "product_tag", key: "tag_id", columns: [], of: ({ tagIds }) => tagIds.map((tag_id) => ({ tag_id })) },
  {
    table: "product_picture",
    key: "position",
    columns: ["picture_id", "alt", "alt_confirmed"],
    of: ({ pictures }) =>
      pictures.map(({ id, alt, confirmed }, position) => ({ position, picture_id: id, alt, alt_confirmed: confirmed })),
  },
  {
    table: "product_term",
    key: "term_id",
    columns: ["position"],
    of: (state) =>
      descriptive(state)
        .flatMap(({ termIds }) => termIds)
        .map((term_id, position) => ({ term_id, position })),
  },
  {
    table: "product_option",
    key: "attribute_id",
    columns: ["position"],
    of: (state) => forVariations(state).map(({ id }, position) => ({ attribute_id: id, position })),
  },
  {
    table: "product_option_term",
    key: "term_id",
    columns: ["attribute_id", "position"],
    of: (state) =>
      forVariations(state).flatMap(({ id, termIds }) =>
        termIds.map((term_id, position) => ({ term_id, attribute_id: id, position })),
      ),
  },
  {
    table: "product_attribute",
    key: "attribute_id",
    columns: ["position", "visible"],
    of: ({ attributes }) => attributes.map(({ id, visible, position }) => ({ attribute_id: id, position, visible })),
  },
];

const rowsOf = ({ of }: ProductPart, state: ProductState): PartRow[] =>
  of(state).map((row) => ({ product_id: state.id, ...row }));

async function storePart(tx: Tx, part: ProductPart, changes: readonly ProductStep[]): Promise<void> {
  const changed = changes.filter(
    ({ before, state }) => json(before ? rowsOf(part, before) : []) !== json(rowsOf(part, state)),
  );
  if (changed.length === 0) return;
  const rows = json(changed.flatMap(({ state }) => rowsOf(part, state)));
  const [table, key] = [raw(part.table), raw(part.key)];
  const ids = changed.flatMap(({ before, state }) => (before ? [state.id] : []));
  const target = sql`jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`;
  if (ids.length > 0) {
    await tx.run(sql`
      delete from ${table} t where product_id = any(${ids}::integer[])
        and not exists (select from ${target} w where w.product_id = t.product_id and w.${key} = t.${key})`);
  }
  if (rows === "[]") return;
  const columns = raw(["product_id", part.key, ...part.columns].join(", "));
  const update = raw(
    part.columns.length === 0
      ? "nothing"
      : `update set ${part.columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
  );
  await tx.run(sql`
    insert into ${table} (${columns}) select ${columns} from ${target}
    on conflict (product_id, ${key}) do ${update}`);
}

/**
 * Deletes variation options of attributes no longer used for variations, and product attributes no longer used at all.
 */
async function dropUnused(tx: Tx, changes: readonly ProductStep[]): Promise<void> {
  const usesOf = ({ attributes }: ProductState): string =>
    attributes.map(({ id, variation }) => `${id}:${variation}`).join();
  const ids = changes.flatMap(({ before, state }) => (before && usesOf(before) !== usesOf(state) ? [state.id] : []));
  if (ids.length === 0) return;
  await tx.run(sql`
    delete from variation_option o using variation v
    where v.id = o.variation_id and v.product_id = any(${ids}::integer[]) and not exists (
      select from product_option po where po.product_id = v.product_id and po.attribute_id = o.attribute_id)`);
  await tx.run(sql`
    delete from attribute a where product_id = any(${ids}::integer[]) and not exists (
      select from product_option po where po.product_id = a.product_id and po.attribute_id = a.id
      union all
      select from product_term pt join term t on t.id = pt.term_id
      where pt.product_id = a.product_id and t.attribute_id = a.id)`);
}

/** Stores the changed categories, tags, images, attributes and terms of products. */
export async function storeParts(tx: Tx, changes: readonly ProductStep[]): Promise<void> {
  for (const part of parts) await storePart(tx, part, changes);
  await dropUnused(tx, changes);
}

/** Sets the file names of images that a write has names for. */
export async function namePictures(tx: Tx, named: readonly { id: number; name: string }[]): Promise<void> {
  if (named.length === 0) return;
  const renamed = await tx.run(sql`
    update picture i set name = n.name from jsonb_to_recordset(${json(named)}::jsonb) n (id integer, name text)
    where i.id = n.id and i.name <> n.name`);
  // other products may show them too
  if (renamed > 0) await publishInvalidation(tx, ["catalogue"]);
}
