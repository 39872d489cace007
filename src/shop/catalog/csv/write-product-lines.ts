import type { Tx } from "#shop/kernel/db/database.ts";
import type { ProductChange, WrittenAttribute } from "../products/product-change.ts";
import { writeProducts } from "../products/write-products.ts";
import { settleGift } from "../taxonomies/category-gift.ts";
import { attempt, type ProductReady, type Work } from "./process-product-groups.ts";
import type { Found } from "./find-named.ts";
import { LineProblem, lineProblemsOf, problemsOf, wrong } from "./outcomes.ts";
import type { LineAttribute } from "./product-line.ts";
import type { ReadyFamily } from "./prepare-rows.ts";
import { foldedName } from "./scan-lines.ts";

const links = (find: Found["productId"], field: "upsells" | "cross_sells", references: string[] | undefined) => {
  try {
    return references?.map(find);
  } catch (error) {
    throw new LineProblem(...lineProblemsOf(error).map(({ reason }) => wrong(field, reason)));
  }
};

/** Whether an attribute is used for variations: as the line specifies, or as its variations show, or as before. */
function isChosen(attribute: LineAttribute, family: ReadyFamily, id: number | null, { chosen }: Found): boolean {
  if (family.product?.product?.change.type === "simple") return false;
  if (attribute.variation !== null) return attribute.variation;
  const name = foldedName(attribute.name.name);
  const used = family.family.variations.some(({ scanned }) => scanned.attributes.includes(name));
  return (
    used || attribute.default !== "" || chosen(family.family.product?.id ?? null, { id, name: attribute.name.name })
  );
}

async function attributesOf(family: ReadyFamily, all: readonly LineAttribute[], found: Found) {
  const written: WrittenAttribute[] = [];
  const shared: { id: number; attribute: LineAttribute }[] = [];
  for (const [position, attribute] of all.entries()) {
    const id = attribute.global ? await found.attributes.idOf(attribute.name) : null;
    if (id !== null) shared.push({ id, attribute });
    written.push({
      ...{ id, name: attribute.name.name, position, visible: attribute.visible },
      variation: isChosen(attribute, family, id, found),
      options: attribute.options.map(({ name }) => name),
    });
  }
  return { written, shared };
}

/** Creates a product's gift if there is none with its slug and the line has its data. */
async function makeGift(tx: Tx, { product, giftPicture }: ProductReady, found: Found): Promise<void> {
  const { gift, change } = product;
  if (!gift || !giftPicture || !change.giftSlug || found.gifts.has(change.giftSlug)) return;
  const [pictureId] = found.pictures([giftPicture]);
  const written = { slug: change.giftSlug, name: gift.name, translations: { en: gift.en } };
  found.gifts.add(await settleGift(tx, { gift: written, pictureId, lang: "vi" }));
}

/** The change of a product, with all references looked up or created. */
async function changeOf(tx: Tx, family: ReadyFamily, line: ProductReady, found: Found) {
  const { product } = line;
  await makeGift(tx, line, found);
  const attributes = product.attributes && (await attributesOf(family, product.attributes, found));
  const categoryIds: number[] = [];
  for (const path of product.categories ?? []) categoryIds.push(await found.categories.idOf(path));
  const ids = found.pictures(line.pictures);
  const defaults = product.attributes?.flatMap((attribute, index) => {
    const { id = null, variation = false } = attributes?.written[index] ?? {};
    return attribute.default && variation ? [{ id, name: attribute.name.name, option: attribute.default }] : [];
  });
  const change: ProductChange = {
    ...product.change,
    kept: {
      ...product.change.kept,
      upsell_ids: links(found.productId, "upsells", product.upsells),
      cross_sell_ids: links(found.productId, "cross_sells", product.crossSells),
    },
    categoryIds: product.categories && categoryIds,
    tags: product.tags?.map(({ name }) => ({ name })),
    attributes: attributes?.written,
    defaults: product.saysDefaults && product.change.type !== "simple" ? defaults : undefined,
    pictures: product.change.pictures?.map((picture, index) => ({ ...picture, id: ids[index] ?? 0 })),
  };
  return { change, shared: attributes?.shared ?? [] };
}

/** Writes the products of families. */
export async function writeProductLines(work: Work, families: readonly ReadyFamily[], found: Found): Promise<void> {
  const writes: { line: ProductReady; change: ProductChange }[] = [];
  const shared: { id: number; attribute: LineAttribute }[] = [];
  for (const family of families) {
    const line = family.product as ProductReady | null;
    const made = line && (await attempt(work, line, () => changeOf(work.tx, family, line, found)));
    if (!made) continue;
    writes.push({ line, change: made.change });
    shared.push(...made.shared);
  }
  await found.attributes.makeTerms(shared);
  const outcomes = await writeProducts(
    work.tx,
    writes.map(({ line: { planned }, change }) => ({ id: planned.id, newId: planned.newId ?? undefined, change })),
    work.now,
    { onlyChanged: true },
  );
  for (const [index, outcome] of outcomes.entries()) {
    const planned = writes[index]?.line.planned;
    if (!planned) continue;
    if ("refusal" in outcome) work.refused.set(planned, problemsOf(outcome.refusal));
    else work.written.set(planned, outcome);
  }
}
