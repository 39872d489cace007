import { ProductCreate } from "#contract/woo/product.ts";
import { VariationCreate } from "#contract/woo/variation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockParent } from "../variations/parent.ts";
import { changeOf as variationChangeOf } from "../variations/variation-change.ts";
import { writeVariation } from "../variations/write-variation.ts";
import { changeOf } from "./product-body.ts";
import { findProductRows, type ProductRow } from "./product-row.ts";
import { wooProduct } from "./product.ts";
import { findVariationRows, type VariationRow } from "./variation-row.ts";
import { wooVariation } from "./variation.ts";
import { englishLacks } from "../products/english-marks.ts";
import { productErrors } from "../product-errors.ts";
import { writeProduct } from "../products/write-products.ts";

/** A complete read in the edit context, which a write accepts. */
const reading = { merchant: true, edit: true, costs: true, lang: "vi", origin: "" } as const;

/** Fields of a read that a copy does not have. */
const ownFields = {
  ...{ id: undefined, slug: undefined, sku: "", global_unique_id: "" },
  ...{ date_created: undefined, date_created_gmt: undefined },
};

const suffixes = { vi: " (bản sao)", en: " (copy)" } as const;

function copyOf(row: ProductRow) {
  const read = wooProduct(row, reading);
  const { texts } = row;
  if (!texts) throw new Error("a product was read without its texts");
  const name = { vi: `${texts.name.vi}${suffixes.vi}`, en: `${texts.name.en}${suffixes.en}` };
  const translations = read.translations as Record<"vi" | "en", object>;
  const lacks = englishLacks(texts, row.extra.english);
  const body = ProductCreate.parse({
    ...read,
    ...ownFields,
    status: "draft",
    name: name.vi,
    translations: { vi: { ...translations.vi, name: name.vi }, en: { ...translations.en, name: name.en } },
    // a text that was confirmed, and is not marked, is marked again otherwise
    confirmed_translations: (["short_description", "description"] as const).filter(
      (field) => !lacks[field] && texts[field].vi === texts[field].en && texts[field].vi !== "",
    ),
    ...(row.managesStock ? { stock_quantity: 0 } : {}),
  });
  return changeOf(body, { lang: reading.lang, pictureIds: row.pictures.map(({ id }) => id) });
}

function copyOfVariation(row: VariationRow, copies: ReadonlyMap<number, number>) {
  const body = VariationCreate.parse({
    ...wooVariation(row, reading),
    ...ownFields,
    stock_quantity: row.managed && row.ownStock ? 0 : undefined,
    shares_stock_with: undefined,
  });
  const of = copies.get(row.sharesStockWith);
  const change = variationChangeOf(body, reading.lang, row.picture?.id);
  return { ...change, ...(of === undefined ? {} : { stock: { of } }) };
}

/**
 * Copies a product into a draft, with its variations and what they share; without SKUs, barcodes, stock, sales and its place among
 * orders. The copy is one write of what a program reads. @returns its id @throws HttpError 404 if there is no such product
 */
export async function duplicateProduct(tx: Tx, id: number, now: Date): Promise<number> {
  const [row] = await findProductRows(tx, sql`select ${id}::integer id, 1 place`, reading);
  if (!row || row.status === "trash") throw productErrors.unknown();
  const variations = (await findVariationRows(tx, id, reading)).filter(({ status }) => status !== "trash");
  const copy = await writeProduct(tx, { id: null, change: copyOf(row) }, now);
  if (variations.length === 0) return copy;
  const parent = await lockParent(tx, copy);
  if (!parent) throw new Error("the copy of a product was not found");
  const copies = new Map<number, number>();
  // the first of those that share their stock comes first
  for (const variation of variations.toSorted((one, other) => one.sharesStockWith - other.sharesStockWith)) {
    const change = copyOfVariation(variation, copies);
    copies.set(variation.id, await writeVariation(tx, parent, { before: null, change, now }));
  }
  return copy;
}
