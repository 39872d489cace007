import { rowOf } from "./csv-row.ts";
import type { LineImage, ImageSource } from "./line-images.ts";
import { lineProblemsOf, type FieldProblem } from "./outcomes.ts";
import { type Family, linesOf, type PlannedLine } from "./plan.ts";
import type { ProductFile } from "./product-file.ts";
import { type ProductLine, productLine } from "./parse-product-line.ts";
import { type VariationLine, variationLine } from "./parse-variation-line.ts";

/** A parsed line with its images loaded, ready to be written. */
export interface PreparedLine {
  planned: PlannedLine;
  product: ProductLine | null;
  variation: VariationLine | null;
  pictures: LineImage[];
  giftPicture: LineImage | null;
}

export interface PreparedFamily {
  family: Family;
  product: PreparedLine | null;
  variations: PreparedLine[];
}

export interface PreparedFamilies {
  families: PreparedFamily[];
  failed: Map<PlannedLine, readonly FieldProblem[]>;
}

type ParsedLine = Pick<PreparedLine, "product" | "variation">;

/**
 * WooCommerce exports every variation of a draft as a draft: a new one gets its product's visibility, existing ones are
 * unchanged.
 */
function withoutDraft(variation: VariationLine, { id }: PlannedLine, { product }: Family): VariationLine {
  if (!product?.scanned.draft || variation.change.status !== "draft") return variation;
  return { ...variation, change: { ...variation.change, status: id === null ? "publish" : undefined } };
}

async function prepareLine(read: ParsedLine, planned: PlannedLine, pictures: ImageSource): Promise<PreparedLine> {
  const images = read.product?.images ?? read.variation?.images ?? [];
  const gift = read.product?.gift;
  const [giftPicture = null] = gift ? await pictures.all([gift.image]) : [];
  return { planned, ...read, pictures: await pictures.all(images), giftPicture };
}

/** Lines whose images are loaded concurrently, so that one slow server does not delay the others. */
const maxConcurrent = 6;

async function mapConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
}

/**
 * Parses the lines of families and loads their images. Waits for files and other servers: never call it in a
 * transaction.
 */
export async function prepareLines(
  file: ProductFile,
  families: readonly Family[],
  pictures: ImageSource,
): Promise<PreparedFamilies> {
  const lines = families.flatMap(linesOf);
  const byPlace = lines.toSorted((one, other) => one.scanned.place.from - other.scanned.place.from);
  const cells = await file.read(byPlace.map(({ scanned }) => scanned.place));
  const cellsOf = new Map(byPlace.map((line, index) => [line, cells[index] ?? []]));
  const failed: PreparedFamilies["failed"] = new Map();
  const ready = async (planned: PlannedLine, family: Family): Promise<PreparedLine | null> => {
    try {
      const row = rowOf(file.columns, cellsOf.get(planned) ?? []);
      const read =
        planned.kind === "product"
          ? { product: productLine(row, planned.id === null), variation: null }
          : { product: null, variation: withoutDraft(variationLine(row), planned, family) };
      return await prepareLine(read, planned, pictures);
    } catch (error) {
      failed.set(planned, lineProblemsOf(error));
      return null;
    }
  };
  const prepared = new Map<PlannedLine, PreparedLine | null>();
  const all = families.flatMap((family) => linesOf(family).map((planned) => ({ planned, family })));
  await mapConcurrently(all, async ({ planned, family }) => void prepared.set(planned, await ready(planned, family)));
  return {
    failed,
    families: families.map((family) => ({
      family,
      product: (family.product && prepared.get(family.product)) ?? null,
      variations: family.variations.flatMap((planned) => prepared.get(planned) ?? []),
    })),
  };
}
