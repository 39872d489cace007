import { maxLineQuantity } from "#contract/cart.ts";
import type { Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { giftsJson, type StoredGift } from "./gifts.ts";
import { type KnownDetails, type ProductDetails, ProductDetailsCache } from "./product-details-cache.ts";
import { pictureJson, type StoredPicture } from "./stored-picture.ts";
import { makingDaysSql } from "./making-days.ts";
import { isComplete, parcelOf } from "./variation-parts.ts";

/** A product, with its variation if it has some. */
export interface PurchasableRef {
  productId: number;
  variationId: number | null;
}

/**
 * Something that can be added to a cart: a simple product, or one variation of a variable one.
 */
export interface Purchasable extends PurchasableRef {
  /** the product is published, and so is the variation */
  published: boolean;
  /**
   * published, priced and fully selected: of a variable product, only a variation with a term for every attribute can
   * be bought. Independent of stock.
   */
  purchasable: boolean;
  /** a variable product without a variation: the shopper has to select one */
  needsVariation: boolean;
  /** "" if there is none */
  sku: string;
  slug: string;
  name: Translated;
  /** selected options, in order; `value` is the stored value, the same in both languages ('No Box') */
  attributes: { id: number; slug: string; name: Translated; value: string; option: Translated }[];
  /** the options as display text, "50 mm, Hộp quà"; "" without options */
  option: Translated;
  /** unit price for shoppers; 0 without a price, and then it is not purchasable */
  unitPrice: Dong;
  regularPrice: Dong;
  salePrice: Dong | null;
  /** lines with the same stockId share that stock */
  stockId: number;
  /** quantity in stock; the maximum of a line for unmanaged stock, at most one if sold individually */
  available: number;
  /** false for unmanaged stock, which a sale does not reduce */
  managed: boolean;
  picture: StoredPicture | null;
  /** the first that is not hidden */
  category: { id: number; slug: string; name: Translated } | null;
  /** those in force, the first one that applies comes in the product's box; none for what is virtual */
  gifts: readonly StoredGift[];
  /** working days that making it takes, by the variation's metadata, else the product's; 0 for what is in stock */
  makingDays: number;
  /** not shipped; a variation has its own value, as in WooCommerce */
  virtual: boolean;
  /** grams and millimetres, for parcels */
  weightG: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

interface PurchasableRow extends Omit<Purchasable, "option" | keyof ProductDetails> {
  variationPicture: StoredPicture | null;
  variationMakingDays: number | null;
  /** null if it was cached */
  details: ProductDetails | null;
}
const firstCategory = sql`(
  select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name)
  from product_category pc join category c on c.id = pc.category_id
  where pc.product_id = p.id and c.kind <> 'hidden' order by pc.position, c.id limit 1)`;

const choices = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', case when a.product_id is null then a.id else 0 end, 'slug', a.slug, 'name', a.name, 'value', t.value, 'option', t.name)
    order by po.position, a.id)
  from variation_option vo join attribute a on a.id = vo.attribute_id join term t on t.id = vo.term_id
    left join product_option po on po.product_id = p.id and po.attribute_id = vo.attribute_id
  where vo.variation_id = v.id), '[]')`;

const variationPicture = sql`
  (select ${pictureJson(sql`i`, sql`p.name`)} from picture i where i.id = v.picture_id)`;

const details = sql`jsonb_build_object(
  'picture', (select ${pictureJson(sql`i`, sql`pp.alt`)} from product_picture pp join picture i on i.id = pp.picture_id
    where pp.product_id = p.id order by pp.position limit 1),
  'category', ${firstCategory}, 'gifts', ${giftsJson}, 'makingDays', ${makingDaysSql(sql`p`)})`;

/** Maximum quantity per order of a product that is sold individually. */
const soldIndividuallyLimit = sql`case when (p.extra ->> 'sold_individually')::boolean then 1 end`;

/**
 * Loads the products of a subquery in one round trip: it yields `product_id`, `variation_id` and any other columns, and
 * each of its rows that refers to something existing is returned with all its columns in `input`. The order is not
 * preserved. Uses lateral lookups: a join would scan all of a small catalogue.
 */
export async function purchasablesOf<InputRow>(
  reader: Reader,
  input: Sql,
  cache: ProductDetailsCache = noCache,
): Promise<(Purchasable & { input: InputRow })[]> {
  return cache.query((known) => queryPurchasables<InputRow>(reader, input, known));
}

async function queryPurchasables<InputRow>(
  reader: Reader,
  input: Sql,
  known: KnownDetails,
): Promise<(Purchasable & { input: InputRow })[]> {
  const rows = await reader.all<PurchasableRow & { input: InputRow }>(sql`
    select to_jsonb(w) input, p.id "productId", v.id "variationId",
      p.status = 'publish' and coalesce(v.status, 'publish') = 'publish' published,
      p.status = 'publish' and coalesce(v.status, 'publish') = 'publish'
        and case when p.type = 'variable' then v.price else p.price end is not null and ${isComplete} purchasable,
      p.type = 'variable' and v.id is null "needsVariation",
      coalesce(v.sku, p.sku, '') sku, p.slug, p.name, ${choices} attributes,
      case when v.id is null then coalesce(p.price, 0) else coalesce(v.price, 0) end "unitPrice",
      case when v.id is null then coalesce(p.regular_price, 0) else coalesce(v.regular_price, 0) end "regularPrice",
      case when v.id is null then p.sale_price else v.sale_price end "salePrice",
      s.id "stockId", s.managed,
      least(${soldIndividuallyLimit}, case when s.managed then s.quantity else s.quantity * ${maxLineQuantity}::integer end)
        available, coalesce((case when v.id is null then p.extra else v.extra end ->> 'virtual')::boolean, false) virtual,
      ${variationPicture} "variationPicture", ${makingDaysSql(sql`v`)} "variationMakingDays", case when not p.id = any(${known.ids}::integer[]) then ${details} end details,
      ${parcelOf}
    from (${input}) w
      join lateral (select * from product where id = w.product_id offset 0) p on true
      left join lateral (select * from variation where id = w.variation_id and product_id = p.id offset 0) v on true
      join lateral (select * from stock where id = coalesce(v.stock_id, p.stock_id) offset 0) s on true
    where w.variation_id is null or v.id is not null`);
  return rows.map(({ variationPicture: ownImage, variationMakingDays: ownDays, details: loaded, ...row }) => {
    if (loaded) known.store(row.productId, loaded);
    const { picture, category, gifts, makingDays } = loaded ?? (known.get(row.productId) as ProductDetails);
    const inBox = row.virtual ? [] : gifts;
    return {
      ...row,
      ...{ picture: ownImage ?? picture, category, gifts: inBox, option: optionOf(row) },
      makingDays: ownDays ?? makingDays ?? 0,
    };
  });
}

/** never resumed, so it stores nothing */
const noCache = new ProductDetailsCache();

const optionOf = ({ attributes }: Pick<Purchasable, "attributes">): Translated => ({
  vi: attributes.map(({ option }) => option.vi).join(", "),
  en: attributes.map(({ option }) => option.en).join(", "),
});

/** The requested purchasables in order; undefined if the product or its variation does not exist. */
export async function findPurchasables(
  reader: Reader,
  refs: readonly PurchasableRef[],
  cache?: ProductDetailsCache,
): Promise<(Purchasable | undefined)[]> {
  if (refs.length === 0) return [];
  const found = await purchasablesOf<{ place: number }>(
    reader,
    // the planner estimates an unknown limit as a tenth of the rows: the generic plan then costs no more than a custom
    // one
    sql`select * from unnest(${refs.map(({ productId }) => productId)}::integer[],
      ${refs.map(({ variationId }) => variationId)}::integer[]) with ordinality w (product_id, variation_id, place)
      limit ${refs.length}`,
    cache,
  );
  const byPlace = new Map(found.map(({ input, ...purchasable }) => [input.place, purchasable]));
  return refs.map((_, index) => byPlace.get(index + 1));
}
