import { claimSkus } from "../claim-skus.ts";
import { lockParents, type Parent } from "../variations/parent.ts";
import { type VariationOf, writeVariations } from "../variations/write-variation.ts";
import { attempt, type VariationReady, type Work } from "./process-product-groups.ts";
import type { Found } from "./find-named.ts";
import { LineProblem, problemsOf, wrong } from "./outcomes.ts";
import { idOfReference, type Plan } from "./plan.ts";
import type { ReadyFamily, ReadyLine } from "./prepare-rows.ts";

async function claim(work: Work, lines: readonly ReadyLine[]): Promise<void> {
  const claims = lines.flatMap(({ planned, variation }) =>
    variation?.change.sku ? [{ id: planned.id ?? planned.newId ?? 0, sku: variation.change.sku, planned }] : [],
  );
  const refused = await claimSkus(work.tx, claims);
  for (const { id, planned } of claims) {
    const refusal = refused.get(id);
    if (refusal) work.refused.set(planned, problemsOf(refusal));
  }
}

/** The product of the variations: written in the same transaction, or existing. */
const productIdOf = ({ written, before }: Work, { family: { product, productId } }: ReadyFamily): number | null =>
  product ? ((written.get(product) ?? before.get(product))?.id ?? product.id) : productId;

/** The variation whose stock a line shares; 0 if it is unknown. */
function stockOwner(plan: Plan, parent: Parent, reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  const inFile = plan.bySku.get(reference);
  const inShop = parent.variations.find(({ sku }) => sku === reference);
  return idOfReference(reference) ?? inFile?.id ?? inFile?.newId ?? inShop?.id ?? 0;
}

function variationOf({ plan }: Work, parent: Parent, line: VariationReady, pictures: Found["pictures"]): VariationOf {
  const { planned, variation } = line;
  const before = parent.variations.find(({ id }) => id === planned.id) ?? null;
  if (planned.id !== null && !before)
    throw new LineProblem(wrong("id", `#${planned.id} is no variation of #${parent.id} any more.`));
  if (parent.type !== "variable") {
    throw new LineProblem(wrong("parent", `must name a product of type variable; #${parent.id} is ${parent.type}.`));
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
export async function writeVariationLines(work: Work, families: readonly ReadyFamily[], found: Found): Promise<void> {
  const lines = families.flatMap(({ variations }) => variations) as VariationReady[];
  if (lines.length === 0) return;
  await claim(work, lines);
  const parents = await lockParents(
    work.tx,
    families.flatMap((family) => (family.variations.length > 0 ? (productIdOf(work, family) ?? []) : [])),
  );
  const writes: { line: VariationReady; write: VariationOf }[] = [];
  for (const family of families) {
    const parent = parents.get(productIdOf(work, family) ?? 0);
    for (const line of family.variations as VariationReady[]) {
      const write = await attempt(work, line, async () => {
        if (parent) return variationOf(work, parent, line, found.pictures);
        const product = family.family.product?.scanned.place.line;
        const which = product === undefined ? "is not there any more" : `on line ${product} cannot be taken`;
        throw new LineProblem(wrong("parent", `the product ${which}.`));
      });
      if (write) writes.push({ line, write });
    }
  }
  const outcomes = await writeVariations(
    work.tx,
    writes.map(({ write }) => write),
    { now: work.now, onlyChanged: true },
  );
  for (const [index, outcome] of outcomes.entries()) {
    const planned = writes[index]?.line.planned;
    if (!planned) continue;
    if ("refusal" in outcome) work.refused.set(planned, problemsOf(outcome.refusal));
    else work.written.set(planned, outcome);
  }
}
