import type { Tx } from "#shop/kernel/db/database.ts";
import type { ProductChange, AttributeWrite } from "../products/product-change.ts";
import { writeProducts } from "../products/write-products.ts";
import { upsertGift } from "../taxonomies/category-gift.ts";
import { attempt, type PreparedProduct, type LineWriteContext, recordOutcomes } from "./line-write-context.ts";
import type { LineReferences } from "./find-references.ts";
import { ProductLineError, lineProblemsOf, wrong } from "./outcomes.ts";
import type { LineAttribute } from "./parse-product-line.ts";
import type { PreparedFamily } from "./prepare-lines.ts";
import { foldedName } from "./scan-lines.ts";

const links = (
  find: LineReferences["productId"],
  field: "upsells" | "cross_sells",
  references: string[] | undefined,
) => {
  try {
    return references?.map(find);
  } catch (error) {
    throw new ProductLineError(...lineProblemsOf(error).map(({ reason }) => wrong(field, reason)));
  }
};

/** Whether an attribute is used for variations: as the line specifies, or as its variations show, or as before. */
function isForVariations(
  attribute: LineAttribute,
  family: PreparedFamily,
  id: number | null,
  { isVariationAttribute: chosen }: LineReferences,
): boolean {
  if (family.product?.product?.change.type === "simple") return false;
  if (attribute.variation !== null) return attribute.variation;
  const name = foldedName(attribute.name.name);
  const used = family.family.variations.some(({ scanned }) => scanned.attributes.includes(name));
  return (
    used || attribute.default !== "" || chosen(family.family.product?.id ?? null, { id, name: attribute.name.name })
  );
}

async function attributesOf(family: PreparedFamily, all: readonly LineAttribute[], references: LineReferences) {
  const written: AttributeWrite[] = [];
  const shared: { id: number; attribute: LineAttribute }[] = [];
  for (const [position, attribute] of all.entries()) {
    const id = attribute.global ? await references.attributes.idOf(attribute.name) : null;
    if (id !== null) shared.push({ id, attribute });
    written.push({
      ...{ id, name: attribute.name.name, position, visible: attribute.visible },
      variation: isForVariations(attribute, family, id, references),
      options: attribute.options.map(({ name }) => name),
    });
  }
  return { written, shared };
}

/** Creates a product's gift if there is none with its slug and the line has its data. */
async function createGift(
  tx: Tx,
  { product, giftPicture }: PreparedProduct,
  references: LineReferences,
): Promise<void> {
  const { gift, change } = product;
  if (!gift || !giftPicture || !change.giftSlug || references.gifts.has(change.giftSlug)) return;
  const [pictureId] = references.pictures([giftPicture]);
  const written = { slug: change.giftSlug, name: gift.name, translations: { en: gift.en } };
  references.gifts.add(await upsertGift(tx, { gift: written, pictureId, lang: "vi" }));
}

/** The change of a product, with all references looked up or created. */
async function changeOf(tx: Tx, family: PreparedFamily, line: PreparedProduct, references: LineReferences) {
  const { product } = line;
  await createGift(tx, line, references);
  const attributes = product.attributes && (await attributesOf(family, product.attributes, references));
  const categoryIds: number[] = [];
  for (const path of product.categories ?? []) categoryIds.push(await references.categories.idOf(path));
  const ids = references.pictures(line.pictures);
  const defaults = product.attributes?.flatMap((attribute, index) => {
    const { id = null, variation = false } = attributes?.written[index] ?? {};
    return attribute.default && variation ? [{ id, name: attribute.name.name, option: attribute.default }] : [];
  });
  const change: ProductChange = {
    ...product.change,
    extra: {
      ...product.change.extra,
      upsell_ids: links(references.productId, "upsells", product.upsells),
      cross_sell_ids: links(references.productId, "cross_sells", product.crossSells),
    },
    categoryIds: product.categories && categoryIds,
    tags: product.tags?.map(({ name }) => ({ name })),
    attributes: attributes?.written,
    defaults: product.hasDefaultColumn && product.change.type !== "simple" ? defaults : undefined,
    pictures: product.change.pictures?.map((picture, index) => ({ ...picture, id: ids[index] ?? 0 })),
  };
  return { change, shared: attributes?.shared ?? [] };
}

/** Writes the products of families. */
export async function writeProductLines(
  context: LineWriteContext,
  families: readonly PreparedFamily[],
  references: LineReferences,
): Promise<void> {
  const writes: { line: PreparedProduct; change: ProductChange }[] = [];
  const shared: { id: number; attribute: LineAttribute }[] = [];
  for (const family of families) {
    const line = family.product as PreparedProduct | null;
    const prepared = line && (await attempt(context, line, () => changeOf(context.tx, family, line, references)));
    if (!prepared) continue;
    writes.push({ line, change: prepared.change });
    shared.push(...prepared.shared);
  }
  await references.attributes.createTerms(shared);
  const outcomes = await writeProducts(
    context.tx,
    writes.map(({ line: { planned }, change }) => ({ id: planned.id, newId: planned.newId ?? undefined, change })),
    context.now,
    { onlyChanged: true },
  );
  recordOutcomes(
    context,
    writes.map(({ line }) => line),
    outcomes,
  );
}
