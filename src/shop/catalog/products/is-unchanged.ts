import { isDeepStrictEqual } from "node:util";
import type { ProductState } from "./product-state.ts";

/** Values that a read returns for fields that were never written. */
const defaults = {
  virtual: false,
  sold_individually: false,
  reviews_allowed: false,
  low_stock_amount: null,
  upsell_ids: [],
  cross_sell_ids: [],
  tax_status: "none",
  tax_class: "",
  global_unique_id: "",
  purchase_note: { vi: "", en: "" },
  specifications: null,
  seo_title: { vi: "", en: "" },
  seo_description: { vi: "", en: "" },
  english: {},
};

/** Attributes whose first option is the default. */
export const defaultsOf = ({ attributes, extra }: ProductState): number[] =>
  attributes.filter(({ id, variation }) => variation && (extra.default_of?.includes(id) ?? true)).map(({ id }) => id);

const comparable = (state: ProductState) => ({
  ...state,
  extra: { ...defaults, ...state.extra, default_of: defaultsOf(state) },
});

/** Whether a write changed nothing that can be read. */
export const isSameProduct = (before: ProductState, after: ProductState): boolean =>
  isDeepStrictEqual(comparable(before), comparable(after));
