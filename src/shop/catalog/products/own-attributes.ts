import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { firstFree, plainSlug } from "../slugs.ts";

/** The row of an attribute that belongs to a single product. */
export interface NewAttribute {
  id: number;
  product_id: number;
  slug: string;
  name: { vi: string; en: string };
}

export interface OwnAttributes {
  /** 0 for one that the product does not have; each requested one has an id */
  idOf(productId: number, name: string): number;
  created: NewAttribute[];
}

interface OwnAttributeRow {
  id: number;
  productId: number;
  slug: string;
  vi: string;
  en: string;
}

const keyOf = (productId: number, name: string): string => `${productId}:${name.trim().toLowerCase()}`;

const load = (tx: Tx, productIds: readonly number[]): Promise<OwnAttributeRow[]> =>
  tx.all(sql`
    select id, product_id "productId", slug, name ->> 'vi' vi, name ->> 'en' en from attribute
    where product_id = any(${productIds}::integer[]) order by id`);

async function plan(tx: Tx, missing: readonly { productId: number; name: string }[], rows: readonly OwnAttributeRow[]) {
  if (missing.length === 0) return [];
  const ids = await tx.all<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('attribute', 'id'))::integer id
    from generate_series(1, ${missing.length}::integer)`);
  const taken = new Map<number, Set<string>>();
  for (const { productId, slug } of rows) taken.set(productId, (taken.get(productId) ?? new Set()).add(slug));
  return missing.map(({ productId, name }, index): NewAttribute => {
    const id = ids[index]?.id ?? 0;
    const own = taken.get(productId) ?? new Set<string>();
    // pa_ is the prefix of the shop's shared attributes
    const slug = firstFree(plainSlug(name).replace(/^pa_/, "") || String(id), own);
    taken.set(productId, own.add(slug));
    return { id, product_id: productId, slug, name: { vi: name, en: name } };
  });
}

/** Finds products' own attributes by name, and plans new ones, see {@link insertAttributes}. */
export async function ownAttributes(
  tx: Tx,
  requested: readonly { productId: number; names: string[] }[],
): Promise<OwnAttributes> {
  const rows = await load(
    tx,
    requested.map(({ productId }) => productId),
  );
  const found = new Map<string, number>();
  for (const name of ["vi", "en", "slug"] as const) {
    for (const row of rows)
      if (!found.has(keyOf(row.productId, row[name]))) found.set(keyOf(row.productId, row[name]), row.id);
  }
  const missing = new Map<string, { productId: number; name: string }>();
  for (const { productId, names } of requested) {
    for (const name of names)
      if (!found.has(keyOf(productId, name))) missing.set(keyOf(productId, name), { productId, name });
  }
  const created = await plan(tx, [...missing.values()], rows);
  for (const { id, product_id, name } of created) found.set(keyOf(product_id, name.vi), id);
  return { idOf: (productId, name) => found.get(keyOf(productId, name)) ?? 0, created };
}

/** Inserts the attributes planned by {@link ownAttributes}; the products must exist by now. */
export async function insertAttributes(tx: Tx, created: readonly NewAttribute[]): Promise<void> {
  if (created.length === 0) return;
  await tx.run(sql`
    insert into attribute (id, product_id, slug, name)
    select id, product_id, slug, name from jsonb_populate_recordset(null::attribute, ${json(created)}::jsonb)`);
}
