import type { Language, Translated } from "#contract/language.ts";
import { isPlain } from "#shop/kernel/woo/woo-meta.ts";
import type { ProductState } from "../products/product-state.ts";
import { defaultsOf } from "../products/is-unchanged.ts";
import type { ParentProduct, StoredVariation } from "../variations/parent.ts";
import { ofHtml, ofList, ofMoment, ofPath } from "./cells.ts";
import type { AttributePart, Field } from "./columns.ts";
import type { ExportNames } from "./export-names.ts";

/** A line to be written: texts by field; a missing one is an empty cell. */
export interface ExportRow {
  fields: Partial<Record<Field, string>>;
  attributes: Partial<Record<AttributePart, string>>[];
  meta: ReadonlyMap<string, string>;
}

/** The English text; "" if it equals the Vietnamese one. */
const english = ({ vi, en }: Translated): string => (vi === en ? "" : en);
const flag = (value: boolean | undefined): string => (value ? "1" : "0");
const number = (value: number | null | undefined): string => (value == null ? "" : String(value));
const statuses: Record<string, string> = { publish: "1", private: "0", draft: "-1", pending: "2" };

const listIn = (names: readonly Translated[], lang: Language): string => ofList(names.map((name) => name[lang]));
/** All names in English, so that positions match, or nothing if none is translated. */
const listInEnglish = (names: readonly Translated[]): string =>
  names.some((name) => english(name) !== "") ? listIn(names, "en") : "";

const pathIn = (path: readonly Translated[], lang: Language): string => ofPath(path.map((step) => step[lang]));

/** Meta data with scalar values: WooCommerce exports no others. */
const metaOf = (meta: ProductState["meta"]): Map<string, string> =>
  new Map(meta.flatMap(({ key, value }) => (isPlain(value) ? [[key, String(value)]] : [])));

/** WooCommerce's type column: "simple, virtual". */
const typeOf = (type: string, { virtual }: { virtual?: unknown }): string =>
  ofList(virtual === true ? [type, "virtual"] : [type]);

const parcelOf = (measures: Record<"weightG" | "lengthMm" | "widthMm" | "heightMm", unknown>) => ({
  weight: number(measures.weightG as number | null),
  length: number(measures.lengthMm as number | null),
  width: number(measures.widthMm as number | null),
  height: number(measures.heightMm as number | null),
});

function attributesOf(state: ProductState, names: ExportNames): ExportRow["attributes"] {
  const defaults = new Set(defaultsOf(state));
  return state.attributes.map(({ id, visible, variation, termIds }) => {
    const { name, shared } = names.attribute(id);
    const terms = termIds.map(names.term);
    return {
      ...{ name: name.vi, name_en: english(name), value: listIn(terms, "vi"), value_en: listInEnglish(terms) },
      ...{ visible: flag(visible), global: flag(shared), variation: flag(variation) },
      default: defaults.has(id) ? (terms[0]?.vi ?? "") : "",
    };
  });
}

function textsOf({ name, shortDescription, description, extra }: ProductState): ExportRow["fields"] {
  const note = extra.purchase_note ?? { vi: "", en: "" };
  return {
    ...{ name: name.vi, name_en: english(name) },
    ...{ short_description: ofHtml(shortDescription.vi), short_description_en: ofHtml(english(shortDescription)) },
    ...{ description: ofHtml(description.vi), description_en: ofHtml(english(description)) },
    ...{ purchase_note: ofHtml(note.vi), purchase_note_en: ofHtml(english(note)) },
  };
}

function namesOf(state: ProductState, names: ExportNames): ExportRow["fields"] {
  const { extra, pictures } = state;
  const paths = state.categoryIds.map(names.category);
  const tags = state.tagIds.map(names.tag);
  const translated = paths.some((path) => path.some((step) => english(step) !== ""));
  const texts = pictures.map(({ alt }) => alt);
  return {
    categories: ofList(paths.map((path) => pathIn(path, "vi"))),
    categories_en: translated ? ofList(paths.map((path) => pathIn(path, "en"))) : "",
    ...{ tags: listIn(tags, "vi"), tags_en: listInEnglish(tags) },
    images: ofList(pictures.map(({ id }) => names.picture(id))),
    ...{ image_texts: listIn(texts, "vi"), image_texts_en: listInEnglish(texts) },
    upsells: ofList((extra.upsell_ids ?? []).flatMap((id) => names.product(id) ?? [])),
    cross_sells: ofList((extra.cross_sell_ids ?? []).flatMap((id) => names.product(id) ?? [])),
  };
}

/** Prices of a product; a variable one has none of its own, its variations have them. */
const pricesOf = ({ type, ...state }: ProductState): ExportRow["fields"] =>
  type === "variable"
    ? {}
    : {
        ...{ regular_price: number(state.regularPrice), sale_price: number(state.saleWanted) },
        ...{ date_on_sale_from: ofMoment(state.saleFrom), date_on_sale_to: ofMoment(state.saleTo) },
      };

function giftOf({ giftSlug }: ProductState, names: ExportNames): ExportRow["fields"] {
  const gift = giftSlug === null ? null : names.gift(giftSlug);
  if (giftSlug === null || !gift) return {};
  return {
    gift: giftSlug,
    gift_name: gift.name.vi,
    gift_name_en: english(gift.name),
    gift_image: ofList([gift.picture]),
  };
}

export function productRow(state: ProductState, names: ExportNames): ExportRow {
  const { extra } = state;
  return {
    fields: {
      ...{ id: String(state.id), type: typeOf(state.type, extra), sku: state.sku ?? "", slug: state.slug },
      ...textsOf(state),
      ...pricesOf(state),
      ...parcelOf(state),
      ...namesOf(state, names),
      global_unique_id: extra.global_unique_id ?? "",
      published: statuses[state.status] ?? "-1",
      featured: flag(state.featured),
      catalog_visibility: state.catalogVisibility,
      ...{ tax_status: extra.tax_status ?? "none", tax_class: extra.tax_class ?? "" },
      stock_status: flag(state.quantity > 0),
      stock: state.managed ? String(state.quantity) : "",
      low_stock_amount: number(extra.low_stock_amount),
      ...{ backorders: "0", sold_individually: flag(extra.sold_individually) },
      reviews_allowed: flag(extra.reviews_allowed),
      ...{ menu_order: String(state.menuOrder), date_created: ofMoment(state.createdAt) },
      ...{ care_group: state.careGroup ?? "", adjustable: flag(state.adjustable) },
      ...giftOf(state, names),
    },
    attributes: attributesOf(state, names),
    meta: metaOf(state.meta),
  };
}

const referenceOf = ({ id, sku }: Pick<StoredVariation, "id" | "sku">): string => sku ?? `id:${id}`;

function stockOf(one: StoredVariation, { stockId, managed, variations }: ParentProduct): ExportRow["fields"] {
  const { quantity } = one;
  if (one.stockId === stockId) return { stock: managed ? "parent" : "", stock_status: flag(quantity > 0) };
  const first = variations.find((other) => other.stockId === one.stockId);
  return {
    stock: one.managed ? String(quantity) : "",
    stock_status: flag(quantity > 0),
    stock_of: first && first !== one ? referenceOf(first) : "",
  };
}

/** The options of a variation, in the columns of its product's attributes. */
const choicesOf = (one: StoredVariation, state: ProductState, names: ExportNames): ExportRow["attributes"] =>
  state.attributes.map(({ id, variation }) => {
    if (!variation) return {};
    const { name, shared } = names.attribute(id);
    const choice = one.choices.find(({ attributeId }) => attributeId === id);
    return { name: name.vi, value: choice ? ofList([names.term(choice.termId).vi]) : "", global: flag(shared) };
  });

/** Variations in the order of export. */
export const inOrder = (variations: readonly StoredVariation[]): StoredVariation[] =>
  variations
    .filter(({ status }) => status !== "trash")
    .sort((one, other) => one.menuOrder - other.menuOrder || one.id - other.id);

export function variationRow(
  one: StoredVariation,
  state: ProductState,
  parent: ParentProduct,
  names: ExportNames,
): ExportRow {
  const { extra } = one;
  const attributes = choicesOf(one, state, names);
  const alt = (extra.image_alt ?? null) as Translated | null;
  const chosen = one.choices.map(({ termId }) => names.term(termId).vi).join(", ");
  return {
    fields: {
      ...{ id: String(one.id), type: typeOf("variation", extra), sku: one.sku ?? "", parent: referenceOf(state) },
      name: chosen ? `${state.name.vi} - ${chosen}` : state.name.vi,
      published: statuses[one.status] ?? "-1",
      ...{ description: ofHtml(one.description.vi), description_en: ofHtml(english(one.description)) },
      global_unique_id: String(extra.global_unique_id ?? ""),
      ...{
        tax_status: String(extra.tax_status ?? "none"),
        tax_class: String(extra.tax_class ?? "parent") || "standard",
      },
      ...{ regular_price: number(one.regularPrice), sale_price: number(one.saleWanted) },
      ...{ date_on_sale_from: ofMoment(one.saleFrom), date_on_sale_to: ofMoment(one.saleTo) },
      ...stockOf(one, { ...parent, variations: inOrder(parent.variations) }),
      ...{ low_stock_amount: number(extra.low_stock_amount as number | null), backorders: "0" },
      ...parcelOf({
        ...{ weightG: extra.weight_g, lengthMm: extra.length_mm },
        ...{ widthMm: extra.width_mm, heightMm: extra.height_mm },
      }),
      images: one.pictureId === null ? "" : names.picture(one.pictureId),
      ...{ image_texts: alt ? ofList([alt.vi]) : "", image_texts_en: alt ? ofList([english(alt)]) : "" },
      menu_order: String(one.menuOrder),
    },
    attributes,
    meta: metaOf(one.meta),
  };
}
