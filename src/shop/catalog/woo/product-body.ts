import type { Language, Translated } from "#contract/language.ts";
import { type Dong, dong } from "#contract/money.ts";
import { writtenCost } from "#contract/woo/cost.ts";
import type { ProductCreate, ProductUpdate, WriteImage } from "#contract/woo/product.ts";
import { cleanName } from "#contract/woo/taxonomy-texts.ts";
import { parseWriteDate } from "#contract/woo/write.ts";
import type { TextWrite } from "../merge-translations.ts";
import type { AttributeWrite, ImageWrite, ProductChange } from "../products/product-change.ts";
import { plainText } from "../html-text.ts";
import { sanitiseHtml } from "../sanitise-html.ts";

type ProductBody = Omit<ProductCreate, "status"> & Pick<ProductUpdate, "status">;
type TextField = "name" | "description" | "short_description" | "purchase_note";

/** One text of the write; undefined if it is absent. */
function textOf(body: ProductBody, lang: Language, field: TextField): TextWrite | undefined {
  const clean = (text: string | undefined) =>
    text === undefined ? undefined : field === "name" ? cleanName(text) : sanitiseHtml(text);
  const text = clean(body[field]);
  const [vi, en] = [clean(body.translations?.vi?.[field]), clean(body.translations?.en?.[field])];
  if (text === undefined && vi === undefined && en === undefined) return undefined;
  return { lang, text, translations: { vi, en } };
}

/** The value of a date pair, of which the one in UTC takes precedence; null for none, undefined if neither is sent. */
export function momentOfPair(
  local: string | null | undefined,
  gmt: string | null | undefined,
): Date | null | undefined {
  const [text, isGmt] = gmt === undefined || (gmt === null && local) ? [local, false] : [gmt, true];
  if (text === undefined) return undefined;
  return text ? parseWriteDate(text, isGmt) : null;
}

const attributeOf = (
  { id, name = "", position, visible, variation, options }: NonNullable<ProductBody["attributes"]>[number],
  index: number,
): AttributeWrite => ({
  id: id || null,
  name: cleanName(name),
  position: position ?? index,
  visible: visible ?? false,
  variation: variation ?? false,
  options: (options ?? []).map(cleanName),
});

type WrittenTag = NonNullable<ProductChange["tags"]>[number];

const tagOf = ({ id, name }: NonNullable<ProductBody["tags"]>[number]): WrittenTag[] => {
  if (id) return [{ id }];
  return name ? [{ name: cleanName(name) }] : [];
};

const stockOf = (body: ProductBody): ProductChange["stock"] => ({
  managed: body.manage_stock,
  quantity: body.stock_quantity,
  delta: body.inventory_delta,
  inStock: body.stock_status && body.stock_status === "instock",
});

const extraOf = (body: ProductBody): ProductChange["extra"] => ({
  virtual: body.virtual,
  sold_individually: body.sold_individually,
  reviews_allowed: body.reviews_allowed,
  low_stock_amount: body.low_stock_amount,
  upsell_ids: body.upsell_ids?.filter((id) => id > 0),
  cross_sell_ids: body.cross_sell_ids?.filter((id) => id > 0),
  tax_status: body.tax_status,
  tax_class: body.tax_class === "standard" ? "" : body.tax_class,
  global_unique_id: body.global_unique_id,
  specifications: body.specifications,
});

const columnsOf = (body: ProductBody) => ({
  type: body.type,
  status: body.status,
  featured: body.featured,
  catalogVisibility: body.catalog_visibility,
  sku: body.sku,
  slug: body.slug,
  regularPrice: body.regular_price,
  saleWanted: body.sale_price,
  saleFrom: momentOfPair(body.date_on_sale_from, body.date_on_sale_from_gmt),
  saleTo: momentOfPair(body.date_on_sale_to, body.date_on_sale_to_gmt),
  createdAt: momentOfPair(body.date_created, body.date_created_gmt) ?? undefined,
  weightG: body.weight,
  lengthMm: body.dimensions?.length,
  widthMm: body.dimensions?.width,
  heightMm: body.dimensions?.height,
  menuOrder: body.menu_order,
  // the specifications show the same two values
  careGroup: body.care_group === undefined ? body.specifications?.care_group : body.care_group,
  adjustable: body.adjustable ?? body.specifications?.ring.adjustable,
  giftSlug: body.gift_slug === "" ? null : body.gift_slug,
  cost: body.cost_of_goods_sold === undefined ? undefined : costOf(body.cost_of_goods_sold),
  place: body.storage_place,
});

const costOf = (cost: NonNullable<ProductBody["cost_of_goods_sold"]> | null): Dong | null => {
  const written = cost && writtenCost(cost);
  return written === null ? null : dong(written);
};

/** The images of a write with their resolved ids, in the gallery's order. */
const picturesOf = (images: readonly WriteImage[], ids: readonly number[], lang: Language): ImageWrite[] =>
  images.map(({ name, alt, translations = {}, alt_confirmed }, index) => {
    const { vi, en } = { vi: translations.vi?.alt, en: translations.en?.alt };
    const written = alt !== undefined || vi !== undefined || en !== undefined;
    return {
      id: ids[index] ?? 0,
      name: name || undefined,
      alt: written ? { lang, text: alt, translations: { vi, en } } : undefined,
      confirmed: alt_confirmed,
    };
  });

/** A text for search engines; each language by itself, since an empty one follows another text in its own language. */
function searchText(
  { translations = {} }: ProductBody,
  field: "seo_title" | "seo_description",
): Partial<Translated> | undefined {
  const [vi, en] = [translations.vi?.[field], translations.en?.[field]].map((text) => text && plainText(text));
  if (vi === undefined && en === undefined) return undefined;
  return { ...(vi === undefined ? {} : { vi }), ...(en === undefined ? {} : { en }) };
}

/**
 * Converts WooCommerce's request body to a product change.
 * @param lang the language of its texts @param pictureIds of `images`, in their order
 */
export function changeOf(
  body: ProductBody,
  { lang, pictureIds }: { lang: Language; pictureIds: readonly number[] },
): ProductChange {
  return {
    ...columnsOf(body),
    name: textOf(body, lang, "name"),
    description: textOf(body, lang, "description"),
    shortDescription: textOf(body, lang, "short_description"),
    purchaseNote: textOf(body, lang, "purchase_note"),
    seoTitle: searchText(body, "seo_title"),
    seoDescription: searchText(body, "seo_description"),
    confirmedTranslations: body.confirmed_translations,
    stock: stockOf(body),
    extra: extraOf(body),
    categoryIds: body.categories?.map(({ id }) => id),
    tags: body.tags?.flatMap(tagOf),
    pictures: body.images && picturesOf(body.images, pictureIds, lang),
    attributes: body.attributes?.map(attributeOf).filter(({ id, name }) => id !== null || name !== ""),
    defaults: body.default_attributes?.map(({ id, name = "", option }) => ({
      id: id || null,
      name: cleanName(name),
      option: cleanName(option),
    })),
    meta: body.meta_data,
  };
}
