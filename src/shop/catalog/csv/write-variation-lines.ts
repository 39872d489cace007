import { claimSkus } from "../claim-skus.ts";
import { lockParents, type ParentProduct } from "../variations/parent.ts";
import { type ParentVariationWrite, writeVariations } from "../variations/write-variation.ts";
import { attempt, type PreparedVariation, type LineWriteContext, recordOutcomes } from "./line-write-context.ts";
import type { LineReferences } from "./find-references.ts";
import { ProductLineError, problemsOf, wrong } from "./outcomes.ts";
import { idOfReference, type Plan } from "./plan.ts";
import type { PreparedFamily, PreparedLine } from "./prepare-lines.ts";

async function claimVariationSkus(context: LineWriteContext, lines: readonly PreparedLine[]): Promise<void> {
  const claims = lines.flatMap(({ planned, variation }) =>
    variation?.change.sku ? [{ id: planned.id ?? planned.newId ?? 0, sku: variation.change.sku, planned }] : [],
  );
  const errors = await claimSkus(context.tx, claims);
  for (const { id, planned } of claims) {
    const error = errors.get(id);
    if (error) context.rejected.set(planned, problemsOf(error));
  }
}

/** The product of the variations: written in the same transaction, or existing. */
export const productIdOf = (
  { written, before }: LineWriteContext,
  { family: { product, productId } }: PreparedFamily,
): number | null => (product ? ((written.get(product) ?? before.get(product))?.id ?? product.id) : productId);

/** The variation whose stock a line shares; 0 if it is unknown. */
function stockOwner(plan: Plan, parent: ParentProduct, reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  const inFile = plan.bySku.get(reference);
  const inShop = parent.variations.find(({ sku }) => sku === reference);
  return idOfReference(reference) ?? inFile?.id ?? inFile?.newId ?? inShop?.id ?? 0;
}

function variationOf(
  { plan }: LineWriteContext,
  parent: ParentProduct,
  line: PreparedVariation,
  pictures: LineReferences["pictures"],
): ParentVariationWrite {
  const { planned, variation } = line;
  const before = parent.variations.find(({ id }) => id === planned.id) ?? null;
  if (planned.id !== null && !before)
    throw new ProductLineError(wrong("id", `#${planned.id} is no variation of #${parent.id} any more.`));
  if (parent.type !== "variable") {
    throw new ProductLineError(
      wrong("parent", `must name a product of type variable; #${parent.id} is ${parent.type}.`),
    );
  }
  const [pictureId = null] = pictures(line.pictures);
  const of = stockOwner(plan, parent, variation.stockOf);
  const change = { ...variation.change, stock: { ...variation.change.stock, of } };
  return {
    ...{ parent, before, id: planned.newId ?? undefined },
    change: { ...change, pictureId: variation.images === undefined ? undefined : pictureId },
  };
}

/** Writes the variations of families; their products exist by now. */
export async function writeVariationLines(
  context: LineWriteContext,
  families: readonly PreparedFamily[],
  references: LineReferences,
): Promise<void> {
  const lines = families.flatMap(({ variations }) => variations) as PreparedVariation[];
  if (lines.length === 0) return;
  await claimVariationSkus(context, lines);
  const parents = await lockParents(
    context.tx,
    families.flatMap((family) => (family.variations.length > 0 ? (productIdOf(context, family) ?? []) : [])),
  );
  const writes: { line: PreparedVariation; write: ParentVariationWrite }[] = [];
  for (const family of families) {
    const parent = parents.get(productIdOf(context, family) ?? 0);
    for (const line of family.variations as PreparedVariation[]) {
      const write = await attempt(context, line, async () => {
        if (parent) return variationOf(context, parent, line, references.pictures);
        const product = family.family.product?.scanned.place.line;
        const which = product === undefined ? "is not there any more" : `on line ${product} cannot be taken`;
        throw new ProductLineError(wrong("parent", `the product ${which}.`));
      });
      if (write) writes.push({ line, write });
    }
  }
  const outcomes = await writeVariations(
    context.tx,
    writes.map(({ write }) => write),
    { now: context.now, onlyChanged: true },
  );
  recordOutcomes(
    context,
    writes.map(({ line }) => line),
    outcomes,
  );
}
