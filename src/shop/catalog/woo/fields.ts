import type { Language, Translated } from "#contract/language.ts";
import { type Dong, formatDong } from "#contract/money.ts";
import { datePair } from "#shop/kernel/woo/woo-dates.ts";
import { pictureOf, type StoredPicture } from "../stored-picture.ts";
import type { ReadContext } from "./send-resource.ts";

/** A sale as set by the merchant; outside its dates it is not in force. */
export interface SaleRow {
  saleWanted: Dong | null;
  saleFrom: Date | null;
  saleTo: Date | null;
}

/** `date_on_sale_from` and `date_on_sale_to`, in pairs. */
export const saleDates = ({ saleFrom, saleTo }: Pick<SaleRow, "saleFrom" | "saleTo">) => ({
  ...datePair("date_on_sale_from", saleFrom),
  ...datePair("date_on_sale_to", saleTo),
});

/** Fields that the shop itself does not use: it only stores and returns what merchants write. */
export const passthroughFields = [
  "downloadable",
  "tax_status",
  "tax_class",
  "low_stock_amount",
  "global_unique_id",
  "shipping_class",
  "sold_individually",
  "purchase_note",
  "reviews_allowed",
  "external_url",
  "button_text",
  "upsell_ids",
  "cross_sell_ids",
] as const;
export type PassthroughField = (typeof passthroughFields)[number];

export interface PassthroughRow {
  /** `[{id, key, value}]` */
  metaData: unknown[];
  extra: Partial<Record<PassthroughField | "virtual", unknown>>;
}

/** For merchants only, as it may contain internal notes and costs. Merge it last: it overrides the defaults. */
export const passthroughOf = (
  { metaData, extra }: PassthroughRow,
  { merchant }: ReadContext,
): Record<string, unknown> =>
  merchant
    ? {
        ...Object.fromEntries(passthroughFields.filter((name) => name in extra).map((name) => [name, extra[name]])),
        meta_data: metaData,
      }
    : {};

/** Texts of a resource in both languages, for merchants: they also write them in both. */
export function translationsFor(
  { merchant }: ReadContext,
  texts: Readonly<Record<string, Translated>>,
): { translations?: Record<Language, Record<string, string>> } {
  if (!merchant) return {};
  const inOne = (lang: Language) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[lang]]));
  return { translations: { vi: inOne("vi"), en: inOne("en") } };
}

/** A price or measurement as stored; "" if not set. */
export const numberText = (value: number | null): string => (value === null ? "" : String(value));

/** Merchants' programs get absolute URLs; our own pages get paths. */
export const originOf = ({ merchant, origin }: ReadContext): string => (merchant ? origin : "");

/** @param confirmed whether its alternative text is no proposal; undefined for a picture without a text of its own */
export const imageOf = (picture: StoredPicture, reading: ReadContext, confirmed?: boolean) => ({
  id: picture.id,
  ...datePair("date_created", picture.createdAt),
  ...datePair("date_modified", picture.createdAt),
  name: picture.name,
  ...pictureOf(picture, reading.lang, originOf(reading)),
  ...(reading.merchant && sizesOf(picture, originOf(reading))),
  ...(confirmed !== undefined && {
    ...translationsFor(reading, { alt: picture.alt ?? { vi: picture.name, en: picture.name } }),
    ...(reading.merchant && { alt_confirmed: confirmed }),
  }),
});

/** WooCommerce's cost of one unit, for callers that may see it. @param own as written @param effective with the product's */
export const costFields = (
  { costs }: ReadContext,
  { own, effective, additive }: { own: Dong | null; effective: Dong | null; additive?: boolean },
) =>
  costs
    ? {
        cost_of_goods_sold: {
          values: own === null ? [] : [{ defined_value: own, effective_value: effective ?? 0 }],
          ...(additive === undefined ? {} : { defined_value_is_additive: additive }),
          total_value: effective ?? 0,
        },
      }
    : {};

/** Width of thumbnails, in pixels. */
const thumbnailWidth = 320;

/** Responsive image fields of newer WooCommerce versions; our own pages generate theirs from `widths`. */
function sizesOf({ hash, widths, width }: StoredPicture, origin: string) {
  const file = (wide: number): string => `${origin}/media/${hash}/${wide}.webp`;
  const small = widths.findLast((one) => one <= thumbnailWidth) ?? widths[0] ?? width;
  const widest = widths.at(-1) ?? width;
  return {
    srcset: widths.map((one) => `${file(one)} ${one}w`).join(", "),
    sizes: `(max-width: ${widest}px) 100vw, ${widest}px`,
    thumbnail: file(small),
  };
}

/** Fields by which programs see whether a product or variation is shipped. */
export const shippingFields = ({ extra }: { extra: { virtual?: unknown } }) => ({
  virtual: extra.virtual === true,
  shipping_required: extra.virtual !== true,
});

/** grams and millimetres, the shop's units */
export const parcelFields = ({
  weightG,
  lengthMm,
  widthMm,
  heightMm,
}: Record<"weightG" | "lengthMm" | "widthMm" | "heightMm", number | null>) => ({
  weight: numberText(weightG),
  dimensions: { length: numberText(lengthMm), width: numberText(widthMm), height: numberText(heightMm) },
  shipping_class: "",
  shipping_class_id: 0,
});

/** Constant fields of every product; WooCommerce's fields are never left out. */
export const constantFields = {
  downloadable: false,
  downloads: [],
  download_limit: -1,
  download_expiry: -1,
  tax_status: "none",
  tax_class: "",
  backorders: "no",
  backorders_allowed: false,
  backordered: false,
  low_stock_amount: null,
  global_unique_id: "",
  meta_data: [],
} as const;

const amount = (price: Dong): string =>
  `<span class="woocommerce-Price-amount amount"><bdi>${formatDong(price)}</bdi></span>`;

/** WooCommerce's HTML for a price: the old one struck out, or from lowest to highest. */
export function priceHtml({ low, high, regular }: { low: Dong; high: Dong; regular: Dong | null }): string {
  if (low < high) return `${amount(low)} – ${amount(high)}`;
  return regular !== null && regular > low
    ? `<del aria-hidden="true">${amount(regular)}</del> <ins>${amount(low)}</ins>`
    : amount(low);
}
