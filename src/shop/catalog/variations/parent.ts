import type { Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { placeOf } from "../storage-places.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";

/** A term among a product's options, with all its names: in each language, its stored value, its slug. */
export interface OfferedTerm {
  id: number;
  names: string[];
}

/** An attribute that a product uses for variations. */
export interface ProductOption {
  attributeId: number;
  /** shared by all products, not this product's own, which is referred to by name */
  shared: boolean;
  /** with pa_ if it is shared */
  slug: string;
  names: string[];
  terms: OfferedTerm[];
}

/** A variation as stored. */
export interface StoredVariation {
  id: number;
  sku: string | null;
  status: string;
  description: Translated;
  stockId: number;
  quantity: number;
  managed: boolean;
  regularPrice: Dong | null;
  /** set by the merchant, in force between the dates */
  saleWanted: Dong | null;
  saleFrom: Date | null;
  saleTo: Date | null;
  menuOrder: number;
  pictureId: number | null;
  meta: StoredMeta[];
  extra: Record<string, unknown>;
  choices: { attributeId: number; termId: number }[];
  cost: Dong | null;
  costIsAdditive: boolean;
  /** where its stock is stored, "" for unknown */
  place: string;
}

/**
 * A product with everything its variations depend on. Each write updates it, so that it is read once for many writes.
 */
export interface ParentProduct {
  id: number;
  type: "simple" | "variable";
  name: Translated;
  stockId: number;
  quantity: number;
  managed: boolean;
  place: string;
  options: ProductOption[];
  variations: StoredVariation[];
}

const optionsJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('attributeId', a.id, 'shared', a.product_id is null, 'slug', a.slug,
    'names', jsonb_build_array(a.name ->> 'vi', a.name ->> 'en'),
    'terms', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id,
        'names', jsonb_build_array(t.name ->> 'vi', t.name ->> 'en', t.value, t.slug)) order by o.position, t.id)
      from product_option_term o join term t on t.id = o.term_id
      where o.product_id = p.id and o.attribute_id = a.id), '[]')) order by po.position, a.id)
  from product_option po join attribute a on a.id = po.attribute_id where po.product_id = p.id), '[]')`;

const variationsJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'status', v.status, 'description', v.description,
    'stockId', v.stock_id, 'quantity', vs.quantity, 'managed', vs.managed, 'regularPrice', v.regular_price,
    'saleWanted', v.scheduled_sale_price, 'saleFrom', v.sale_from, 'saleTo', v.sale_to, 'menuOrder', v.menu_order,
    'pictureId', v.picture_id, 'meta', v.meta_data, 'extra', v.extra, 'cost', v.cost, 'costIsAdditive', v.cost_is_additive,
    'place', ${placeOf(sql`v.stock_id`)},
    'choices', coalesce((
      select jsonb_agg(jsonb_build_object('attributeId', attribute_id, 'termId', term_id))
      from variation_option where variation_id = v.id), '[]')) order by v.id)
  from variation v join stock vs on vs.id = v.stock_id where v.product_id = p.id), '[]')`;

type VariationJson = Omit<StoredVariation, "saleFrom" | "saleTo"> & Record<"saleFrom" | "saleTo", string | null>;
type ParentRow = Omit<ParentProduct, "variations"> & { variations: VariationJson[] };

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Reads products with what their variations depend on. @returns by id; unknown ids are left out */
export async function readParents(reader: Reader, productIds: readonly number[]): Promise<Map<number, ParentProduct>> {
  const rows = await reader.all<ParentRow>(sql`
    select p.id, p.type, p.name, p.stock_id "stockId", s.quantity, s.managed, ${placeOf(sql`p.stock_id`)} place, ${optionsJson} options,
      ${variationsJson} variations
    from product p join stock s on s.id = p.stock_id where p.id = any(${productIds}::integer[])`);
  return new Map(
    rows.map(({ variations, ...row }) => [
      row.id,
      {
        ...row,
        variations: variations.map((one) => ({
          ...one,
          saleFrom: dateOf(one.saleFrom),
          saleTo: dateOf(one.saleTo),
        })),
      },
    ]),
  );
}

/** Locks products, their variations and their stock, and reads what writes of variations need. Two round trips. */
export async function lockParents(tx: Tx, productIds: readonly number[]): Promise<Map<number, ParentProduct>> {
  if (productIds.length === 0) return new Map();
  await tx.run(sql`select lock_catalog_rows(${productIds}::integer[])`);
  return readParents(tx, productIds);
}

/** One of {@link lockParents}. */
export const lockParent = async (tx: Tx, productId: number): Promise<ParentProduct | undefined> =>
  (await lockParents(tx, [productId])).get(productId);
