import { ProductUpdate } from "#contract/woo/product.ts";
import { cleanName } from "#contract/woo/taxonomy-texts.ts";
import type { ProductChange } from "../products/product-change.ts";
import { changeOf } from "../woo/product-body.ts";
import { allOfList, toList, toPath } from "./cells.ts";
import { parseLine, parseSharedColumns } from "./parse-shared-columns.ts";
import type { AttributeCells, CsvRow } from "./csv-row.ts";
import { LineBody } from "./line-body.ts";

/** A name, with its English translation in case it is created. */
export interface TranslatedName {
  name: string;
  en: string | undefined;
}

/** An attribute of a line, its terms in the product's order. */
export interface LineAttribute {
  name: TranslatedName;
  options: TranslatedName[];
  visible: boolean;
  global: boolean;
  /** used for variations; null if the line does not specify it */
  variation: boolean | null;
  /** one of the options; "" for none */
  default: string;
}

/** Entities named by a line, which are looked up or created when it is written. */
export interface ProductLineReferences {
  /** paths from the top down */
  categories: TranslatedName[][] | undefined;
  tags: TranslatedName[] | undefined;
  attributes: LineAttribute[] | undefined;
  /** whether the file has a column for defaults */
  hasDefaultColumn: boolean;
  /** URLs, or paths relative to the file */
  images: string[] | undefined;
  /** SKUs, or `id:` and an id */
  upsells: string[] | undefined;
  /** data to create the product's gift if the shop has none with its slug */
  gift: (TranslatedName & { image: string }) | null;
  crossSells: string[] | undefined;
}

export interface ProductLine extends ProductLineReferences {
  change: ProductChange;
}

const english = (cell: string | undefined): string[] => (cell === undefined ? [] : allOfList(cell));

const namedList = (cell: string, inEnglish: string | undefined): TranslatedName[] => {
  const others = english(inEnglish);
  return allOfList(cell)
    .map((name, index) => ({ name: cleanName(name), en: others[index] || undefined }))
    .filter(({ name }) => name !== "");
};

function pathsOf({ cells: { categories, categories_en } }: CsvRow): TranslatedName[][] | undefined {
  if (categories === undefined) return undefined;
  return namedList(categories, categories_en).map(({ name, en }) => {
    const others = en ? toPath(en) : [];
    return toPath(name).map((step, index) => ({ name: step, en: others[index] }));
  });
}

const attributeOf = (cells: AttributeCells, line: LineBody): LineAttribute => {
  const flagOf = (part: "visible" | "global" | "variation"): boolean | null => {
    const cell = cells[part]?.toLowerCase();
    if (!cell) return null;
    if (["1", "yes", "true"].includes(cell)) return true;
    if (!["0", "no", "false"].includes(cell))
      line.problems.push({ field: "Attributes", reason: `${part} must be 1 or 0.` });
    return false;
  };
  return {
    name: { name: cleanName(cells.name ?? ""), en: cells.name_en || undefined },
    options: namedList(cells.value ?? "", cells.value_en),
    visible: flagOf("visible") ?? true,
    global: flagOf("global") ?? false,
    variation: flagOf("variation"),
    default: cleanName(cells.default ?? ""),
  };
};

/** Images of one product with their alt texts; their ids are set later. */
const textsOf = ({ cells }: CsvRow, images: readonly string[]): ProductChange["pictures"] => {
  const [texts, others] = [english(cells.image_texts), english(cells.image_texts_en)];
  return images.map((_, index) => {
    const text = texts[index];
    const en = others[index] || (cells.image_texts_en === undefined ? undefined : text);
    return { id: 0, alt: text ? { lang: "vi", text, translations: { en } } : undefined };
  });
};

function giftOf({ cells }: CsvRow): ProductLineReferences["gift"] {
  const [image] = toList(cells.gift_image ?? "");
  return cells.gift && cells.gift_name && image
    ? { name: cells.gift_name, en: cells.gift_name_en || undefined, image }
    : null;
}

function parseColumns(line: LineBody, row: CsvRow): void {
  parseSharedColumns(line, row);
  const type = line.cell("type") === undefined ? [] : toList(line.cell("type") ?? "").map((one) => one.toLowerCase());
  const kinds = type.filter((one) => one !== "virtual");
  const odd = kinds.find((one) => one !== "simple" && one !== "variable");
  if (odd) line.wrong("type", `must be simple, variable or variation; this shop has no ${odd} products.`);
  else line.set("type", kinds[0]);
  if (type.length > 0) line.set("virtual", type.includes("virtual"));
  line.bilingual("name");
  line.bilingual("short_description");
  line.bilingual("purchase_note");
  line.choice("catalog_visibility");
  line.set("tax_class", line.cell("tax_class")?.toLowerCase());
  for (const field of ["featured", "sold_individually", "reviews_allowed", "adjustable"] as const) {
    line.set(field, line.flag(field));
  }
  line.set("slug", line.cell("slug") || undefined);
  line.set("care_group", line.cell("care_group") === "" ? null : line.cell("care_group")?.toLowerCase());
  line.set("gift_slug", line.cell("gift"));
}

/** Applies the limits of `wc/v3` to names that are looked up or created later: an index row has a maximum size. */
function checkNames(line: LineBody, references: Pick<ProductLineReferences, "tags" | "attributes" | "images">): void {
  const names = (all: readonly TranslatedName[]) => all.map(({ name }) => name);
  line.set("tags", references.tags && names(references.tags).map((name) => ({ name })));
  line.set(
    "attributes",
    references.attributes?.map(({ name, global, options }) => ({
      ...(global ? {} : { name: name.name }),
      options: names(options),
    })),
  );
  line.set(
    "images",
    references.images?.map((src) => ({ src })),
  );
}

/**
 * Parses a line of a product.
 * @param isNew a new product needs a name
 * @throws ProductLineError with all errors, by column
 */
export function productLine(row: CsvRow, isNew: boolean): ProductLine {
  const line = new LineBody(row);
  parseColumns(line, row);
  if (isNew && !row.cells.name && !row.cells.name_en) line.wrong("name", "is required for a new product.");
  const [saleFrom, saleTo] = [line.moment("date_on_sale_from"), line.moment("date_on_sale_to", true)];
  const createdAt = line.moment("date_created") ?? undefined;
  const { cells } = row;
  const list = (cell: string | undefined) => (cell === undefined ? undefined : toList(cell));
  const attributes = row.attributes
    ?.filter(([, { name = "" }]) => cleanName(name) !== "")
    .map(([, attribute]) => attributeOf(attribute, line));
  const images = list(cells.images);
  const tags = cells.tags === undefined ? undefined : namedList(cells.tags, cells.tags_en);
  checkNames(line, { tags, attributes, images });
  const body = parseLine(line, ProductUpdate);
  return {
    change: {
      ...changeOf(body, { lang: "vi", pictureIds: [] }),
      ...{ saleFrom, saleTo, createdAt },
      metaTexts: row.meta,
      pictures: images && textsOf(row, images),
    },
    categories: pathsOf(row),
    tags,
    attributes,
    hasDefaultColumn: row.attributes?.some(([, parts]) => parts.default !== undefined) ?? false,
    images,
    upsells: list(cells.upsells),
    gift: giftOf(row),
    crossSells: list(cells.cross_sells),
  };
}
