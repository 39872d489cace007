import type { ProductSpecifications } from "#contract/woo/specifications.ts";
import { differences, mergeFields, type MergedFields } from "#backoffice/device/merge-fields.ts";
import { parseAmount } from "#backoffice/components/amount.ts";
import { fromHtml, toHtml } from "./markup.ts";
import type { EditedAttribute, EditedImage, EditedProduct, LoadedProduct } from "./records.ts";

export interface FormImage {
  id: number;
  src: string;
  width: number;
  height: number;
  vi: string;
  en: string;
  confirmed: boolean;
}

/** Sections of the editor: tabs on a phone, one page on a desktop. */
export const editorTabs = [
  "texts",
  "images",
  "prices",
  "options",
  "specifications",
  "organization",
  "search",
  "log",
] as const;
export type EditorTab = (typeof editorTabs)[number];

/**
 * Everything that the editor saves, field by field: what was changed, what is sent and what conflicts is found by comparing fields.
 * Texts are markup, amounts are as typed.
 */
export interface ProductForm {
  name_vi: string;
  name_en: string;
  short_vi: string;
  short_en: string;
  description_vi: string;
  description_en: string;
  confirmed: readonly ("name" | "short_description" | "description")[];
  images: readonly FormImage[];
  regular_price: string;
  sale_price: string;
  sale_from: string;
  sale_to: string;
  /** units as typed */
  stock: string;
  manage_stock: boolean;
  in_stock: boolean;
  cost: string;
  sku: string;
  barcode: string;
  /** where the stock is stored */
  place: string;
  attributes: readonly EditedAttribute[];
  /** typed values of variations by `id:field` */
  cells: Readonly<Record<string, string>>;
  /** combinations to be created, see matrix.ts */
  create: readonly string[];
  /** ids of variations to be removed */
  remove: readonly number[];
  specifications: ProductSpecifications | null;
  categories: readonly number[];
  tags: readonly string[];
  featured: boolean;
  recommended: readonly number[];
  status: string;
  /** site time, `2026-11-24T14:05` */
  publish_at: string;
  slug: string;
  seo_title_vi: string;
  seo_title_en: string;
  seo_description_vi: string;
  seo_description_en: string;
}
export type ProductField = keyof ProductForm;

/** The section of each field. */
export const tabOf: Record<ProductField, EditorTab> = {
  ...{ name_vi: "texts", name_en: "texts", short_vi: "texts", short_en: "texts" },
  ...{ description_vi: "texts", description_en: "texts", confirmed: "texts", images: "images" },
  ...{ regular_price: "prices", sale_price: "prices", sale_from: "prices", sale_to: "prices", stock: "prices" },
  ...{ manage_stock: "prices", in_stock: "prices", cost: "prices", sku: "prices", barcode: "prices", place: "prices" },
  ...{ attributes: "options", cells: "options", create: "options", remove: "options" },
  ...{ specifications: "specifications", categories: "organization", tags: "organization", featured: "organization" },
  ...{ recommended: "organization", status: "organization", publish_at: "organization" },
  ...{ slug: "search", seo_title_vi: "search", seo_title_en: "search" },
  ...{ seo_description_vi: "search", seo_description_en: "search" },
};

const imageOf = ({ id, src, width, height, translations, alt_confirmed }: EditedImage): FormImage => ({
  ...{ id, src, width, height },
  ...{ vi: translations.vi.alt, en: translations.en.alt, confirmed: alt_confirmed },
});

const minutesOf = (date: string | null): string => date?.slice(0, 16) ?? "";

function textsOf({ vi, en }: EditedProduct["translations"]) {
  return {
    ...{ name_vi: vi.name, name_en: en.name },
    ...{ short_vi: fromHtml(vi.short_description), short_en: fromHtml(en.short_description) },
    ...{ description_vi: fromHtml(vi.description), description_en: fromHtml(en.description) },
    ...{ seo_title_vi: vi.seo_title, seo_title_en: en.seo_title },
    ...{ seo_description_vi: vi.seo_description, seo_description_en: en.seo_description },
  };
}

/** The form of a product as it is stored. */
export function formOf({ product }: Pick<LoadedProduct, "product">): ProductForm {
  const { values = [] } = product.cost_of_goods_sold ?? {};
  return {
    ...textsOf(product.translations),
    confirmed: [],
    images: product.images.map(imageOf),
    ...{ regular_price: product.regular_price, sale_price: product.sale_price },
    ...{ sale_from: minutesOf(product.date_on_sale_from), sale_to: minutesOf(product.date_on_sale_to) },
    stock: product.stock_quantity === null ? "" : String(product.stock_quantity),
    ...{ manage_stock: product.manage_stock, in_stock: product.stock_status === "instock" },
    cost: values[0] ? String(values[0].defined_value) : "",
    ...{ sku: product.sku, barcode: product.global_unique_id, place: product.storage_place },
    attributes: product.attributes.map(({ id, name, slug, visible, variation, options }) => ({
      ...{ id, name, slug, visible, variation, options },
    })),
    ...{ cells: {}, create: [], remove: [] },
    specifications: product.specifications,
    categories: product.categories.map(({ id }) => id),
    tags: product.tags.map(({ name }) => name),
    ...{ featured: product.featured, recommended: product.upsell_ids },
    ...{ status: product.status, publish_at: minutesOf(product.date_created), slug: product.slug },
  };
}

/** Units typed as a number are a difference to what was seen: it is added to what is there now. */
function mergedStock(base: ProductForm, mine: ProductForm, theirs: ProductForm): string {
  if (mine.stock === base.stock || !theirs.manage_stock || !base.manage_stock) return theirs.stock;
  return String(Number(theirs.stock) + Number(mine.stock) - Number(base.stock));
}

/** Merges two changes of one product; stock never conflicts. */
export function mergeForms(base: ProductForm, mine: ProductForm, theirs: ProductForm): MergedFields<ProductForm> {
  const { merged, conflicts } = mergeFields(base, mine, theirs);
  return {
    merged: { ...merged, stock: mergedStock(base, mine, theirs) },
    conflicts: conflicts.filter((field) => field !== "stock"),
  };
}

const amountText = (typed: string): string => String(parseAmount(typed) ?? "");

type Texts = Record<string, string>;
const compact = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function translationsOf(form: ProductForm, has: (field: ProductField) => boolean) {
  const of = (lang: "vi" | "en"): Texts => ({
    ...(has(`name_${lang}`) ? { name: form[`name_${lang}`] } : {}),
    ...(has(`short_${lang}`) ? { short_description: toHtml(form[`short_${lang}`], true) } : {}),
    ...(has(`description_${lang}`) ? { description: toHtml(form[`description_${lang}`]) } : {}),
    ...(has(`seo_title_${lang}`) ? { seo_title: form[`seo_title_${lang}`] } : {}),
    ...(has(`seo_description_${lang}`) ? { seo_description: form[`seo_description_${lang}`] } : {}),
  });
  const [vi, en] = [of("vi"), of("en")];
  return Object.keys(vi).length + Object.keys(en).length === 0 ? undefined : { vi, en };
}

function stockOf(base: ProductForm, form: ProductForm, has: (field: ProductField) => boolean, ownUnits: boolean) {
  // the units that it had are those of its new variations: left here too they would count twice
  if (ownUnits) return { manage_stock: false };
  if (!form.manage_stock) {
    return {
      manage_stock: has("manage_stock") ? false : undefined,
      stock_status: has("in_stock") ? stockStatus(form) : undefined,
    };
  }
  if (!base.manage_stock) return { manage_stock: true, stock_quantity: Number(form.stock || 0) };
  return has("stock") ? { inventory_delta: Number(form.stock || 0) - Number(base.stock || 0) } : {};
}
const stockStatus = ({ in_stock }: ProductForm) => (in_stock ? "instock" : "outofstock");

const imageBody = ({ id, vi, en, confirmed }: FormImage) => ({
  ...{ id, alt_confirmed: confirmed },
  translations: { vi: { alt: vi }, en: { alt: en } },
});

/**
 * The body of the product's write: changed fields only, stock as a difference. Empty if nothing of the product itself changed.
 * @param ownUnits whether each new variation has a quantity of its own
 */
export function bodyOf(base: ProductForm, form: ProductForm, ownUnits: boolean): Record<string, unknown> {
  const changed = differences(base, form);
  const has = (field: ProductField): boolean => changed.includes(field);
  const when = <Value>(field: ProductField, value: Value): Value | undefined => (has(field) ? value : undefined);
  const becomesVariable = has("attributes") && form.attributes.some(({ variation }) => variation);
  const cost = parseAmount(form.cost);
  return compact({
    translations: translationsOf(form, has),
    confirmed_translations: when("confirmed", form.confirmed),
    images: when("images", form.images.map(imageBody)),
    regular_price: when("regular_price", amountText(form.regular_price)),
    sale_price: when("sale_price", amountText(form.sale_price)),
    date_on_sale_from: when("sale_from", form.sale_from || null),
    date_on_sale_to: when("sale_to", form.sale_to || null),
    ...stockOf(base, form, has, becomesVariable && ownUnits),
    cost_of_goods_sold: when("cost", { values: typeof cost === "number" ? [{ defined_value: cost }] : [] }),
    ...{ sku: when("sku", form.sku), global_unique_id: when("barcode", form.barcode) },
    storage_place: when("place", form.place),
    type: becomesVariable ? "variable" : undefined,
    attributes: when("attributes", form.attributes),
    specifications: when("specifications", form.specifications),
    categories: when(
      "categories",
      form.categories.map((id) => ({ id })),
    ),
    tags: when(
      "tags",
      form.tags.map((name) => ({ name })),
    ),
    ...{ featured: when("featured", form.featured), upsell_ids: when("recommended", form.recommended) },
    ...{ status: when("status", form.status), date_created: when("publish_at", form.publish_at || undefined) },
    slug: when("slug", form.slug),
  });
}
