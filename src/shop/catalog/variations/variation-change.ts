import type { Language } from "#contract/language.ts";
import { type Dong, dong } from "#contract/money.ts";
import { writtenCost } from "#contract/woo/cost.ts";
import type { VariationBody, WriteVariationAttribute } from "#contract/woo/variation.ts";
import { type WriteMeta, parseWriteDate } from "#contract/woo/write.ts";
import type { MetaText } from "#shop/kernel/woo/woo-meta.ts";
import { sanitiseHtml } from "../sanitise-html.ts";
import type { TextWrite } from "../merge-translations.ts";

/**
 * The fields of one variation in a write; undefined leaves a field as it is, or gives a new one WooCommerce's default.
 * Weights are grams, sizes millimetres.
 */
export interface VariationChange {
  status?: "draft" | "pending" | "private" | "publish" | "trash" | undefined;
  /** "" for none; claimed before, see claimSkus */
  sku?: string | undefined;
  /** HTML, sanitised */
  description?: TextWrite | undefined;
  regularPrice?: Dong | null | undefined;
  saleWanted?: Dong | null | undefined;
  saleFrom?: Date | null | undefined;
  saleTo?: Date | null | undefined;
  stock?: VariationStockChange | undefined;
  /** null removes the variation's own image */
  pictureId?: number | null | undefined;
  pictureAlt?: TextWrite | undefined;
  cost?: Dong | null | undefined;
  costIsAdditive?: boolean | undefined;
  /** where its stock is stored */
  place?: string | undefined;
  menuOrder?: number | undefined;
  /** all options of the variation; without one for each attribute it cannot be bought */
  choices?: WriteVariationAttribute[] | undefined;
  meta?: WriteMeta | undefined;
  /** from a CSV file, instead of `meta` */
  metaTexts?: readonly MetaText[] | undefined;
  /** other stored fields, by their name in `extra`; null removes one, so that the product's applies again */
  extra?: Record<string, unknown> | undefined;
}

export interface VariationStockChange {
  /** own managed stock; false means the product's stock, or unmanaged stock */
  managed?: boolean | undefined;
  quantity?: number | undefined;
  delta?: number | undefined;
  inStock?: boolean | undefined;
  /** the id of a variation of the same product whose stock is shared, overriding the other fields */
  of?: number | undefined;
  /** as `of`, but ignored if it is so already; 0 splits the stock: `quantity` is then the variation's own */
  sharesWith?: number | undefined;
}

/** UTC takes precedence, as in WooCommerce; null and "" mean no date. */
function momentOfSale(local: string | null | undefined, gmt: string | null | undefined): Date | null | undefined {
  const [text, utc] = gmt === undefined || gmt === null ? [local, false] : [gmt, true];
  return text === undefined ? undefined : text ? parseWriteDate(text, utc) : null;
}

const descriptionOf = ({ description, translations }: VariationBody, lang: Language): TextWrite | undefined => {
  const html = (text: string | undefined) => (text === undefined ? undefined : sanitiseHtml(text));
  const { vi, en } = translations ?? {};
  if (description === undefined && vi?.description === undefined && en?.description === undefined) return undefined;
  return { lang, text: html(description), translations: { vi: html(vi?.description), en: html(en?.description) } };
};

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function costOf({ cost_of_goods_sold: cost }: VariationBody): Pick<VariationChange, "cost" | "costIsAdditive"> {
  if (cost === undefined) return {};
  const written = cost && writtenCost(cost);
  return { cost: written === null ? null : dong(written), costIsAdditive: cost?.defined_value_is_additive };
}

/** @param pictureId of the image in the body, see resolveImage */
export const changeOf = (
  body: VariationBody,
  lang: Language,
  pictureId: number | null | undefined,
): VariationChange => ({
  status: body.status,
  sku: body.sku,
  description: descriptionOf(body, lang),
  regularPrice: body.regular_price,
  saleWanted: body.sale_price,
  saleFrom: momentOfSale(body.date_on_sale_from, body.date_on_sale_from_gmt),
  saleTo: momentOfSale(body.date_on_sale_to, body.date_on_sale_to_gmt),
  stock: {
    managed: body.manage_stock === "parent" ? false : body.manage_stock,
    quantity: body.stock_quantity,
    delta: body.inventory_delta,
    inStock: body.stock_status && body.stock_status === "instock",
    sharesWith: body.shares_stock_with,
  },
  ...costOf(body),
  place: body.storage_place,
  pictureId,
  pictureAlt: body.image?.alt ? { lang, text: body.image.alt } : undefined,
  menuOrder: body.menu_order,
  choices: body.attributes,
  meta: body.meta_data,
  extra: defined({
    virtual: body.virtual,
    weight_g: body.weight,
    length_mm: body.dimensions?.length,
    width_mm: body.dimensions?.width,
    height_mm: body.dimensions?.height,
    tax_status: body.tax_status,
    tax_class: body.tax_class,
    low_stock_amount: body.low_stock_amount,
    global_unique_id: body.global_unique_id,
  }),
});
