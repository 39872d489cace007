import type { Translated } from "#contract/language.ts";
import { mergeMeta, mergeMetaTexts } from "#shop/kernel/woo/woo-meta.ts";
import { mergeText, sameText } from "../merge-translations.ts";
import { englishMarksAfter } from "./english-marks.ts";
import type { ProductChange } from "./product-change.ts";
import type { ProductState } from "./product-state.ts";
import { wrongParam } from "../product-errors.ts";

/** A new product before its write is applied: WooCommerce's defaults. */
export const newProduct = ({ id, stockId, now }: { id: number; stockId: number; now: Date }): ProductState => ({
  id,
  stockId,
  quantity: 1,
  managed: false,
  sku: null,
  slug: "",
  type: "simple",
  status: "publish",
  catalogVisibility: "visible",
  name: { vi: "Sản phẩm", en: "Product" },
  shortDescription: { vi: "", en: "" },
  description: { vi: "", en: "" },
  regularPrice: null,
  salePrice: null,
  saleWanted: null,
  saleFrom: null,
  saleTo: null,
  featured: false,
  menuOrder: 0,
  weightG: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  careGroup: null,
  adjustable: false,
  giftSlug: null,
  createdAt: now,
  meta: [],
  extra: { default_of: [], reviews_allowed: true, tax_status: "taxable" },
  categoryIds: [],
  tagIds: [],
  pictures: [],
  attributes: [],
  cost: null,
  place: "",
});

const defined = <Fields extends object>(fields: Fields): { [Name in keyof Fields]: NonNullable<Fields[Name]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** Managed stock has the written quantity; unmanaged stock is just in stock (1) or out of stock (0). */
function mergeProductStock(
  before: ProductState,
  stock: ProductChange["stock"] = {},
): Pick<ProductState, "managed" | "quantity"> {
  const managed = stock.managed ?? before.managed;
  if (!managed) return { managed, quantity: (stock.inStock ?? before.quantity > 0) ? 1 : 0 };
  const onHand = before.managed ? before.quantity : 0;
  const quantity = stock.quantity ?? onHand + (stock.delta ?? 0);
  if (quantity < 0) {
    throw wrongParam("inventory_delta", `inventory_delta subtracts more than is in stock: ${onHand}.`);
  }
  return { managed, quantity };
}

/**
 * The prices after a write. Those of a variable product are derived from its variations by the database; as in
 * WooCommerce, prices written to it are ignored.
 */
function pricesAfter(before: ProductState, change: ProductChange, type: ProductState["type"]) {
  const none = { regularPrice: null, salePrice: null, saleWanted: null, saleFrom: null, saleTo: null };
  if (type === "variable") return before.type === "variable" ? {} : none;
  const { regularPrice, saleWanted, saleFrom, saleTo } = change;
  return {
    ...(before.type === "simple" ? {} : none),
    ...definedPrices({ regularPrice, saleWanted, saleFrom, saleTo }),
  };
}
const definedPrices = (prices: Pick<ProductChange, "regularPrice" | "saleWanted" | "saleFrom" | "saleTo">) =>
  defined(prices) as Partial<ProductState>;

/** Images in the gallery's order; an existing one retains its alt text, a new one gets the product's name. */
const picturesAfter = (before: ProductState, { pictures }: ProductChange, name: Translated): ProductState["pictures"] =>
  pictures?.map(({ id, alt: written, confirmed }) => {
    const stored = before.pictures.find((picture) => picture.id === id);
    const alt = written ? mergeText(stored?.alt ?? null, written) : (stored?.alt ?? name);
    const asBefore = stored && sameText(stored.alt, alt) ? stored.confirmed : written !== undefined;
    return { id, alt, confirmed: confirmed ?? asBefore };
  }) ?? before.pictures;

type MergedTexts = Pick<ProductState, "name" | "shortDescription" | "description">;
const markedTexts = ({ name, shortDescription, description }: MergedTexts) => ({
  ...{ name, description },
  short_description: shortDescription,
});

function extraAfter(
  before: ProductState,
  change: ProductChange,
  { texts, isNew, now }: { texts: MergedTexts; isNew: boolean; now: Date },
): ProductState["extra"] {
  const { purchaseNote, seoTitle, seoDescription, confirmedTranslations: confirmed = [] } = change;
  const { extra } = before;
  const blank = { vi: "", en: "" };
  const after = markedTexts(texts);
  const english = englishMarksAfter(extra.english, {
    before: isNew ? after : markedTexts(before),
    after,
    confirmed,
    now,
  });
  return {
    ...extra,
    ...defined(change.extra ?? {}),
    ...(purchaseNote && { purchase_note: mergeText(extra.purchase_note ?? null, purchaseNote) }),
    ...(seoTitle && { seo_title: { ...blank, ...extra.seo_title, ...defined(seoTitle) } }),
    ...(seoDescription && { seo_description: { ...blank, ...extra.seo_description, ...defined(seoDescription) } }),
    ...((extra.english || Object.keys(english).length > 0) && { english }),
  } as ProductState["extra"];
}

const plainFields = [
  "featured",
  "catalogVisibility",
  "weightG",
  "lengthMm",
  "widthMm",
  "heightMm",
  "menuOrder",
  "careGroup",
  "adjustable",
  "giftSlug",
  "cost",
  "place",
] as const;

/** Columns that a write sets without further checks. */
const plainAfter = (change: ProductChange): Partial<ProductState> =>
  defined(Object.fromEntries(plainFields.map((name) => [name, change[name]])));

/** As in WordPress, a product with a date in the future is scheduled, and a scheduled one whose date has come is published. */
function statusAfter(status: ProductState["status"], createdAt: Date, now: Date): ProductState["status"] {
  if (status !== "publish" && status !== "future") return status;
  return createdAt > now ? "future" : "publish";
}

/**
 * The product after a write, except for its slug, its attributes, and tags and categories that must be looked up.
 * @param isNew whether `before` has not been stored yet
 * @throws HttpError naming an invalid field
 */
export function mergeProduct(
  before: ProductState,
  change: ProductChange,
  { isNew, now }: { isNew: boolean; now: Date },
): ProductState {
  const text = (name: "name" | "description" | "shortDescription"): Translated => {
    const written = change[name];
    return written ? mergeText(isNew ? null : before[name], written) : before[name];
  };
  const { type = before.type, createdAt = before.createdAt } = change;
  const status = statusAfter(change.status ?? before.status, createdAt, now);
  const { vi, en } = text("name");
  // a product always has a name
  const name = { vi: vi || before.name.vi, en: en || before.name.en };
  const texts = { name, description: text("description"), shortDescription: text("shortDescription") };
  return {
    ...before,
    ...plainAfter(change),
    ...{ type, status, createdAt },
    ...texts,
    sku: change.sku === undefined ? before.sku : change.sku || null,
    ...pricesAfter(before, change, type),
    ...mergeProductStock(before, change.stock),
    meta: mergeMetaTexts(mergeMeta(before.meta, change.meta ?? []), change.metaTexts ?? []),
    extra: extraAfter(before, change, { texts, isNew, now }),
    categoryIds: change.categoryIds ? [...new Set(change.categoryIds)] : before.categoryIds,
    pictures: picturesAfter(before, change, name),
  };
}
