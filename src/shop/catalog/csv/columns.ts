/** The columns of a product file: WooCommerce's, and this shop's own for fields without a WooCommerce column. */
export const labels = {
  id: "ID",
  type: "Type",
  sku: "SKU",
  global_unique_id: "GTIN, UPC, EAN, or ISBN",
  name: "Name",
  name_en: "Name (en)",
  published: "Published",
  featured: "Is featured?",
  catalog_visibility: "Visibility in catalog",
  short_description: "Short description",
  short_description_en: "Short description (en)",
  description: "Description",
  description_en: "Description (en)",
  date_on_sale_from: "Date sale price starts",
  date_on_sale_to: "Date sale price ends",
  tax_status: "Tax status",
  tax_class: "Tax class",
  stock_status: "In stock?",
  stock: "Stock",
  stock_of: "Stock shared with",
  low_stock_amount: "Low stock amount",
  backorders: "Backorders allowed?",
  sold_individually: "Sold individually?",
  weight: "Weight (g)",
  length: "Length (mm)",
  width: "Width (mm)",
  height: "Height (mm)",
  reviews_allowed: "Allow customer reviews?",
  purchase_note: "Purchase note",
  purchase_note_en: "Purchase note (en)",
  sale_price: "Sale price",
  regular_price: "Regular price",
  categories: "Categories",
  categories_en: "Categories (en)",
  tags: "Tags",
  tags_en: "Tags (en)",
  shipping_class: "Shipping class",
  images: "Images",
  image_texts: "Image texts",
  image_texts_en: "Image texts (en)",
  download_limit: "Download limit",
  download_expiry: "Download expiry days",
  parent: "Parent",
  grouped_products: "Grouped products",
  upsells: "Upsells",
  cross_sells: "Cross-sells",
  external_url: "External URL",
  button_text: "Button text",
  menu_order: "Position",
  slug: "Slug",
  date_created: "Date created",
  care_group: "Care group",
  adjustable: "Adjustable?",
  gift: "Gift",
  gift_name: "Gift name",
  gift_name_en: "Gift name (en)",
  gift_image: "Gift image",
} as const;

export type Field = keyof typeof labels;

/** The parts of one attribute, each in its own column: "Attribute 1 name" … */
export const attributeParts = {
  name: "name",
  name_en: "name (en)",
  value: "value(s)",
  value_en: "value(s) (en)",
  visible: "visible",
  global: "global",
  variation: "for variations",
  default: "default",
} as const;
export type AttributePart = keyof typeof attributeParts;

/** What a heading means; `factor` converts the column's unit to the shop's. */
export type CsvColumn =
  | { kind: "field"; field: Field; label: string; factor: number }
  | { kind: "attribute"; number: number; part: AttributePart; label: string }
  | { kind: "meta"; key: string; label: string }
  | { kind: "download"; label: string }
  | { kind: "unknown"; label: string };

const byLabel = new Map<string, { field: Field; factor: number }>(
  Object.entries(labels).map(([field, label]) => [label.toLowerCase(), { field: field as Field, factor: 1 }]),
);
byLabel.set("weight (kg)", { field: "weight", factor: 1000 });
for (const field of ["length", "width", "height"] as const) byLabel.set(`${field} (cm)`, { field, factor: 10 });
// from WooCommerce's older files
byLabel.set("gtin, upc, ean or isbn", { field: "global_unique_id", factor: 1 });

const partByLabel = new Map<string, AttributePart>(
  Object.entries(attributeParts).map(([part, label]) => [label, part as AttributePart]),
);

/** Parses a heading, case-insensitively. */
export function columnOf(heading: string): CsvColumn {
  const label = heading.trim();
  const lower = label.toLowerCase().replace(/\s+/g, " ");
  const known = byLabel.get(lower);
  if (known) return { kind: "field", label, ...known };
  const [, number, name = ""] = /^attribute (\d{1,3}) (.+)$/.exec(lower) ?? [];
  const part = partByLabel.get(name);
  if (part) return { kind: "attribute", number: Number(number), part, label };
  const [, key] = /^meta: ?(.+)$/i.exec(label) ?? [];
  if (key) return { kind: "meta", key, label };
  if (/^download \d+ (id|name|url)$/.test(lower)) return { kind: "download", label };
  return { kind: "unknown", label };
}

export const attributeLabel = (number: number, part: AttributePart): string =>
  `Attribute ${number} ${attributeParts[part]}`;
