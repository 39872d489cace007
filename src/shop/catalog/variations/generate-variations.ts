import { maxCombinations } from "#contract/product-tabs.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { productErrors, wrongParam } from "../product-errors.ts";
import { choicesKey, type VariationOption } from "./choices.ts";
import { lockParent, type ParentProduct, type StoredVariation } from "./parent.ts";
import { removeVariation, trashVariation } from "./remove-variation.ts";
import type { VariationChange } from "./variation-change.ts";
import { writeVariations } from "./write-variation.ts";

/** @throws HttpError 400 for more combinations than can be maintained, before any is made */
function combinationsOf({ options }: ParentProduct): VariationOption[][] {
  if (options.length === 0) return [];
  const count = options.reduce((product, { terms }) => product * terms.length, 1);
  if (count > maxCombinations) {
    const message = `The options have ${count} combinations; ${maxCombinations} are allowed.`;
    throw new HttpError(400, "lianne_too_many_variations", message, { extra: { count, maximum: maxCombinations } });
  }
  return options.reduce<VariationOption[][]>(
    (made, { attributeId, terms }) =>
      made.flatMap((choices) => terms.map(({ id }) => [...choices, { attributeId, termId: id }])),
    [[]],
  );
}

/** The options of a combination as a write names them. */
const writtenChoices = ({ options }: ParentProduct, choices: readonly VariationOption[]) =>
  choices.map(({ attributeId, termId }) => {
    const option = options.find((one) => one.attributeId === attributeId);
    const term = option?.terms.find(({ id }) => id === termId);
    return { slug: option?.slug ?? "", option: term?.names[0] ?? "" };
  });

const soldIds = async (tx: Tx, productId: number): Promise<Set<number>> => {
  const rows = await tx.all<{ id: number }>(sql`
    select distinct variation_id id from order_line where product_id = ${productId} and variation_id is not null`);
  return new Set(rows.map(({ id }) => id));
};

/** Removes variations; one that was sold becomes unavailable, so that its orders still refer to it. */
async function removeAll(
  tx: Tx,
  parent: ParentProduct,
  variations: readonly StoredVariation[],
  now: Date,
): Promise<void> {
  if (variations.length === 0) return;
  const sold = await soldIds(tx, parent.id);
  for (const variation of variations) {
    if (sold.has(variation.id)) await trashVariation(tx, variation, now);
    else await removeVariation(tx, parent, variation);
    parent.variations = parent.variations.filter(({ id }) => id !== variation.id);
  }
}

interface Generated {
  count: number;
  deleted_count?: number;
}

/**
 * Creates the variations that are missing of all combinations of a product's options. One in the trash is restored, and so keeps its
 * identity. @param options with `remove`, variations that are no combination are removed
 * @throws HttpError 404 for an unknown product, 400 for one without variations or with too many combinations
 */
export async function generateVariations(
  tx: Tx,
  productId: number,
  { remove, defaults, now }: { remove: boolean; defaults: VariationChange; now: Date },
): Promise<Generated> {
  await lockCatalog(tx);
  const parent = await lockParent(tx, productId);
  if (!parent) throw productErrors.unknown();
  if (parent.type !== "variable") throw wrongParam("product_id", "product_id must name a product of type variable.");
  const combinations = new Map(combinationsOf(parent).map((choices) => [choicesKey(choices), choices]));
  const present = parent.variations.filter(({ status }) => status !== "trash");
  const superfluous = remove ? present.filter(({ choices }) => !combinations.has(choicesKey(choices))) : [];
  await removeAll(tx, parent, superfluous, now);
  const existing = new Set(present.map(({ choices }) => choicesKey(choices)));
  const trashed = new Map(
    parent.variations.filter(({ status }) => status === "trash").map((one) => [choicesKey(one.choices), one]),
  );
  const missing = [...combinations].filter(([key]) => !existing.has(key));
  const writes = missing.map(([key, choices]) => ({
    parent,
    before: trashed.get(key) ?? null,
    change: { status: "publish" as const, ...defaults, choices: writtenChoices(parent, choices) },
  }));
  for (const written of await writeVariations(tx, writes, { now })) if ("error" in written) throw written.error;
  return { count: missing.length, ...(remove ? { deleted_count: superfluous.length } : {}) };
}
