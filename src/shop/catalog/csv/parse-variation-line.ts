import { cleanName } from "#contract/woo/taxonomy-texts.ts";
import { VariationUpdate } from "#contract/woo/variation.ts";
import { changeOf, type VariationChange } from "../variations/variation-change.ts";
import { toList } from "./cells.ts";
import { parseLine, parseSharedColumns } from "./parse-shared-columns.ts";
import type { CsvRow } from "./csv-row.ts";
import { LineBody } from "./line-body.ts";

export interface VariationLine {
  change: VariationChange;
  /** URLs, or paths relative to the file; one at most */
  images: string[] | undefined;
  /** the variation whose stock it shares: a SKU, or `id:` and an id */
  stockOf: string | undefined;
}

/** The options of a variation: an attribute without a value means any. */
const choicesOf = ({ attributes }: CsvRow): VariationChange["choices"] =>
  attributes
    ?.filter(([, { name = "" }]) => cleanName(name) !== "")
    .map(([, { name = "", value = "" }]) => ({ name: cleanName(name), option: cleanName(toList(value)[0] ?? "") }));

/**
 * Parses a line of a variation. WooCommerce also exports its product's fields there, which are ignored.
 * @throws ProductLineError with all errors, by column
 */
export function variationLine(row: CsvRow): VariationLine {
  const line = new LineBody(row);
  parseSharedColumns(line, row);
  const type = toList(line.cell("type") ?? "").map((one) => one.toLowerCase());
  const odd = type.find((one) => one !== "variation" && one !== "virtual");
  if (odd) line.wrong("type", `must be variation, or variation and virtual; this shop has no ${odd} products.`);
  if (type.length > 0) line.set("virtual", type.includes("virtual"));
  line.choice("tax_class");
  const [saleFrom, saleTo] = [line.moment("date_on_sale_from"), line.moment("date_on_sale_to", true)];
  const images = row.cells.images === undefined ? undefined : toList(row.cells.images);
  if (images && images.length > 1) line.wrong("images", "must be one at most: a variation has one picture.");
  const several = row.attributes?.find(([, { name, value = "" }]) => name && toList(value).length > 1);
  if (several) line.problems.push({ field: "Attributes", reason: `${several[1].name} must have one value.` });
  const choices = choicesOf(row);
  line.set(
    "attributes",
    choices?.map(({ option }) => ({ option })),
  );
  const body = parseLine(line, VariationUpdate);
  const [text] = toList(row.cells.image_texts ?? "");
  const [english = text] = toList(row.cells.image_texts_en ?? "");
  return {
    change: {
      ...changeOf(body, "vi", undefined),
      ...{ saleFrom, saleTo, choices, metaTexts: row.meta },
      pictureAlt: text ? { lang: "vi", text, translations: { en: english } } : undefined,
    },
    images,
    stockOf: row.cells.stock_of || undefined,
  };
}
