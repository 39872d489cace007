import type { CallError } from "#backoffice/api/call-error.ts";
import { labelledMessage, withMessages } from "#backoffice/api/labelled-error.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";
import { fieldLabel, ownerLabel } from "./cell-label.ts";
import { type CellField, cellKey, type VariationWrites } from "./matrix.ts";
import type { ProductField } from "./product-form.ts";
import type { EditedVariation } from "./records.ts";

/** The fields of the form by their names in requests, where those differ. */
const sentNames: Readonly<Record<string, ProductField>> = {
  ...{ date_on_sale_from: "sale_from", date_on_sale_to: "sale_to", inventory_delta: "stock", stock_quantity: "stock" },
  ...{ stock_status: "in_stock", cost_of_goods_sold: "cost", global_unique_id: "barcode", storage_place: "place" },
  ...{ upsell_ids: "recommended", date_created: "publish_at", name: "name_vi", description: "description_vi" },
};
const sameNames: readonly ProductField[] = [
  ...(["regular_price", "sale_price", "manage_stock", "sku", "images", "attributes", "specifications"] as const),
  ...(["categories", "tags", "featured", "status", "slug"] as const),
];
const translated: Readonly<Record<string, "name" | "short" | "description" | "seo_title" | "seo_description">> = {
  ...{ name: "name", short_description: "short", description: "description" },
  ...{ seo_title: "seo_title", seo_description: "seo_description" },
};

function fieldOf(path: string): ProductField | undefined {
  const [, lang, text] = /^translations\[(vi|en)\]\[(\w+)\]$/.exec(path) ?? [];
  const part = text === undefined ? undefined : translated[text];
  if (part) return `${part}_${lang as "vi" | "en"}`;
  const name = path.replace(/\[.*$/, "");
  return sentNames[name] ?? sameNames.find((one) => one === name);
}

/** The label of a field of a product. @param path its name in requests, with its part: `translations[vi][name]` */
export function productLabel(t: TextOf, path: string): string | undefined {
  const field = fieldOf(path);
  return field && t(`form_fields.${field}`);
}

const cellFields: Readonly<Record<string, CellField>> = {
  ...{ regular_price: "regular_price", sale_price: "sale_price", sku: "sku", image: "image" },
  ...{ stock_quantity: "quantity", inventory_delta: "quantity", manage_stock: "quantity" },
  ...{ storage_place: "place", shares_stock_with: "shares" },
};

/** The error of a save with the labels of its fields in place of their names; the errors of variations by their cell. */
export const productError = (
  t: TextOf,
  error: CallError,
  { writes, variations }: { writes: VariationWrites; variations: readonly EditedVariation[] },
): CallError =>
  withMessages(error, (name, message) => {
    const [, list, index, sent = ""] = /^(create|update|remove)\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
    const owner = list && writes[list as keyof VariationWrites][Number(index)]?.owner;
    if (owner === undefined) return { name, ...labelledMessage(name, message, (path) => productLabel(t, path)) };
    const field = cellFields[sent];
    const { text, labelled } = labelledMessage(sent, message, () => field && fieldLabel(t, field));
    const ofCell = `${ownerLabel(owner, variations)}: ${labelled}`;
    return { name: field ? cellKey(owner, field) : name, text, labelled: ofCell };
  });
