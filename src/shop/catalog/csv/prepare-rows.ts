import { rowOf } from "./csv-row.ts";
import type { LinePicture, PictureSource } from "./line-pictures.ts";
import { lineProblemsOf, type Problem } from "./outcomes.ts";
import { type Family, linesOf, type PlannedLine } from "./plan.ts";
import type { ProductFile } from "./product-file.ts";
import { type ProductLine, productLine } from "./product-line.ts";
import { type VariationLine, variationLine } from "./variation-line.ts";

/** A parsed line with its images loaded, ready to be written. */
export interface ReadyLine {
  planned: PlannedLine;
  product: ProductLine | null;
  variation: VariationLine | null;
  pictures: LinePicture[];
  giftPicture: LinePicture | null;
}

export interface ReadyFamily {
  family: Family;
  product: ReadyLine | null;
  variations: ReadyLine[];
}

export interface Readied {
  families: ReadyFamily[];
  failed: Map<PlannedLine, readonly Problem[]>;
}

type Read = Pick<ReadyLine, "product" | "variation">;

/**
 * WooCommerce exports every variation of a draft as a draft: a new one gets its product's visibility, existing ones are
 * unchanged.
 */
function withoutDraft(variation: VariationLine, { id }: PlannedLine, { product }: Family): VariationLine {
  if (!product?.scanned.draft || variation.change.status !== "draft") return variation;
  return { ...variation, change: { ...variation.change, status: id === null ? "publish" : undefined } };
}

async function readyLine(read: Read, planned: PlannedLine, pictures: PictureSource): Promise<ReadyLine> {
  const images = read.product?.images ?? read.variation?.images ?? [];
  const gift = read.product?.gift;
  const [giftPicture = null] = gift ? await pictures.all([gift.image]) : [];
  return { planned, ...read, pictures: await pictures.all(images), giftPicture };
}

/** Lines whose images are loaded concurrently, so that one slow server does not delay the others. */
const lanes = 6;

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Parses the lines of families and loads their images. Waits for files and other servers: never call it in a
 * transaction.
 */
export async function readyLines(
  file: ProductFile,
  families: readonly Family[],
  pictures: PictureSource,
): Promise<Readied> {
  const lines = families.flatMap(linesOf);
  const byPlace = lines.toSorted((one, other) => one.scanned.place.from - other.scanned.place.from);
  const cells = await file.read(byPlace.map(({ scanned }) => scanned.place));
  const cellsOf = new Map(byPlace.map((line, index) => [line, cells[index] ?? []]));
  const failed: Readied["failed"] = new Map();
  const ready = async (planned: PlannedLine, family: Family): Promise<ReadyLine | null> => {
    try {
      const row = rowOf(file.columns, cellsOf.get(planned) ?? []);
      const read =
        planned.kind === "product"
          ? { product: productLine(row, planned.id === null), variation: null }
          : { product: null, variation: withoutDraft(variationLine(row), planned, family) };
      return await readyLine(read, planned, pictures);
    } catch (error) {
      failed.set(planned, lineProblemsOf(error));
      return null;
    }
  };
  const readied = new Map<PlannedLine, ReadyLine | null>();
  const all = families.flatMap((family) => linesOf(family).map((planned) => ({ planned, family })));
  await inLanes(all, async ({ planned, family }) => void readied.set(planned, await ready(planned, family)));
  return {
    failed,
    families: families.map((family) => ({
      family,
      product: (family.product && readied.get(family.product)) ?? null,
      variations: family.variations.flatMap((planned) => readied.get(planned) ?? []),
    })),
  };
}
