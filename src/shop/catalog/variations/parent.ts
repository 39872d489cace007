import type { Translated } from "#contract/language.ts";
import { sql, type Tx } from "../../kernel/database.ts";
import type { StoredMeta } from "../meta-data.ts";

/** A term that a product offers, under every name it may be called by: in each language, as it is stored, its slug. */
export interface OfferedTerm {
  id: number;
  names: string[];
}

/** An attribute that a product is chosen by. */
export interface Option {
  attributeId: number;
  /** of the shop, and not of this product alone: those are called by name */
  shared: boolean;
  /** with pa_ where it is shared */
  slug: string;
  names: string[];
  terms: OfferedTerm[];
}

/** A variation as it is stored, but for what no write has to know. */
export interface StoredVariation {
  id: number;
  status: string;
  description: Translated;
  stockId: number;
  quantity: number;
  counted: boolean;
  pictureId: number | null;
  meta: StoredMeta[];
  extra: Record<string, unknown>;
  choices: { attributeId: number; termId: number }[];
}

/** A product with what its variations depend on. Kept true by every write, so that one reading serves many of them. */
export interface Parent {
  id: number;
  type: "simple" | "variable";
  name: Translated;
  stockId: number;
  quantity: number;
  counted: boolean;
  options: Option[];
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
  select jsonb_agg(jsonb_build_object('id', v.id, 'status', v.status, 'description', v.description,
    'stockId', v.stock_id, 'quantity', vs.quantity, 'counted', vs.counted, 'pictureId', v.picture_id,
    'meta', v.meta_data, 'extra', v.extra, 'choices', coalesce((
      select jsonb_agg(jsonb_build_object('attributeId', attribute_id, 'termId', term_id))
      from variation_option where variation_id = v.id), '[]')) order by v.id)
  from variation v join stock vs on vs.id = v.stock_id where v.product_id = p.id), '[]')`;

/** Locks a product, its variations and their pieces, and reads what a write of a variation needs. Two round trips. */
export async function lockParent(tx: Tx, productId: number): Promise<Parent | undefined> {
  await tx.run(sql`select lock_catalogue(array[${productId}::integer])`);
  return tx.one<Parent>(sql`
    select p.id, p.type, p.name, p.stock_id "stockId", s.quantity, s.counted, ${optionsJson} options,
      ${variationsJson} variations
    from product p join stock s on s.id = p.stock_id where p.id = ${productId}`);
}
