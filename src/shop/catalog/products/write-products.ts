import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/errors.ts";
import { claimSkus } from "../claim-skus.ts";
import { insertTerms } from "../find-terms.ts";
import { defaultCategoryId } from "../taxonomies/default-category.ts";
import { freeSlugs, plainSlug, type WantedSlug } from "../slugs.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { mergeProduct, newProduct } from "./merge-product.ts";
import { insertAttributes } from "./own-attributes.ts";
import { type Planned, planAttributes } from "./plan-attributes.ts";
import type { ProductChange, ProductWrite } from "./product-change.ts";
import { lockProducts } from "./product-state.ts";
import { checkReferences, lookUp, type References, tagIdsOf } from "./references.ts";
import { productRefusals } from "./refusals.ts";
import { isSameProduct } from "./is-unchanged.ts";
import { namePictures, storeParts } from "./store-parts.ts";
import { type Change, newIds, storeProducts } from "./store-products.ts";

/** Result of one write: its product, or why nothing of it was stored. @param same nothing had to be changed */
export type Written = { id: number; same: boolean } | { refusal: HttpError };

/** One write in progress. */
interface Work extends Change {
  change: ProductChange;
  refusal: HttpError | null;
}

/** Runs a step that may reject one of the writes; any other error stops them all. */
function attempt(work: Pick<Work, "refusal">, does: () => void): void {
  try {
    does();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    work.refusal = error;
  }
}

async function begin(tx: Tx, writes: readonly ProductWrite[], now: Date): Promise<Work[]> {
  const known = await lockProducts(
    tx,
    writes.flatMap(({ id }) => id ?? []),
  );
  const fresh = await newIds(
    tx,
    writes.flatMap(({ id, newId }) => (id === null ? [newId] : [])),
  );
  return writes.map(({ id, change }) => {
    const before = id === null ? null : (known.get(id) ?? null);
    const unknown = id !== null && !before;
    const state = before ?? newProduct({ ...((!unknown && fresh.shift()) || { id: id ?? 0, stockId: 0 }), now });
    return { change, before, state, refusal: unknown ? productRefusals.unknownUpdate() : null };
  });
}

function merge(work: Work, known: References, now: Date): void {
  attempt(work, () => {
    const { change, before } = work;
    checkReferences(change, known);
    const merged = mergeProduct(work.state, change, { isNew: !before, now });
    const tagIds = tagIdsOf(change, known) ?? merged.tagIds;
    work.state = { ...merged, tagIds: tagIds.toSorted((one, other) => one - other) };
  });
}

const accepted = (works: readonly Work[]): Work[] => works.filter(({ refusal }) => !refusal);

/** Products without a category get the default one, as in WooCommerce. */
async function fileTheRest(tx: Tx, works: readonly Work[]): Promise<void> {
  const unfiled = works.filter(({ state }) => state.categoryIds.length === 0);
  if (unfiled.length === 0) return;
  const id = await defaultCategoryId(tx);
  for (const { state } of unfiled) state.categoryIds = [id];
}

async function settleSkus(tx: Tx, works: readonly Work[]): Promise<void> {
  const claims = accepted(works).flatMap(({ before, state: { id, sku } }) =>
    sku !== null && (sku !== before?.sku || before.status === "trash") ? [{ id, sku }] : [],
  );
  const refused = await claimSkus(tx, claims);
  for (const work of works) work.refusal ??= refused.get(work.state.id) ?? null;
}

/** WordPress frees the slug of what is moved to the trash, and gives it back on restore. */
const trashedEnding = /__trashed(-\d+)?$/;

function slugWanted({ before, state, change }: Work): string | null {
  const thrownAway = state.status === "trash";
  if (change.slug !== undefined && change.slug !== before?.slug)
    return plainSlug(change.slug) || plainSlug(state.name.vi);
  if (!before) return plainSlug(state.name.vi);
  if (thrownAway === (before.status === "trash")) return null;
  return thrownAway ? `${before.slug}__trashed` : before.slug.replace(trashedEnding, "");
}

async function settleSlugs(tx: Tx, works: readonly Work[]): Promise<void> {
  const wanted = accepted(works).flatMap((work): WantedSlug[] => {
    const slug = slugWanted(work);
    return slug === null ? [] : [{ id: work.state.id, slug }];
  });
  const slugs = await freeSlugs(tx, { table: "product" }, wanted);
  for (const { state } of works) state.slug = slugs.get(state.id) ?? state.slug;
}

/** Attributes and terms planned for rejected writes are not stored. */
function needed({ attributes, terms }: Planned, works: readonly Work[]): Planned {
  const products = new Set(works.map(({ state }) => state.id));
  const used = new Set(works.flatMap(({ state }) => state.attributes.flatMap(({ termIds }) => termIds)));
  return {
    attributes: attributes.filter(({ product_id }) => products.has(product_id)),
    terms: terms.filter(({ id }) => used.has(id)),
  };
}

async function store(tx: Tx, works: readonly Work[], { attributes, terms }: Planned, now: Date): Promise<void> {
  await storeProducts(tx, works, now);
  await insertAttributes(tx, attributes);
  await insertTerms(tx, terms);
  await storeParts(tx, works);
  const pictures = works.flatMap(({ change }) => change.pictures ?? []);
  await namePictures(
    tx,
    pictures.flatMap(({ id, name }) => (name ? [{ id, name }] : [])),
  );
}

/**
 * Fields that are unique or counted over all products, or indexed for search. Price and stock concern only the product.
 */
const shared = [
  ...(["sku", "slug", "name", "type", "status", "catalogVisibility"] as const),
  ...(["categoryIds", "tags", "attributes", "defaults"] as const),
];
const isShared = ({ id, change }: ProductWrite): boolean =>
  id === null || shared.some((field) => change[field] !== undefined);

/**
 * Creates and changes any number of products, in a number of statements that does not depend on it. Each is stored
 * completely or rejected by itself; a product may occur once among the writes. Takes the catalogue lock if needed, then
 * locks products and their stock, so that concurrent sales are neither lost nor sold twice.
 * @param options with `onlyChanged`, a product that already equals the write is not touched, nor its modification date
 * @returns in the order of the writes
 */
export async function writeProducts(
  tx: Tx,
  writes: readonly ProductWrite[],
  now: Date,
  { onlyChanged = false }: { onlyChanged?: boolean } = {},
): Promise<Written[]> {
  if (writes.some(isShared)) await lockCatalog(tx);
  const works = await begin(tx, writes, now);
  const known = await lookUp(
    tx,
    accepted(works).map(({ change }) => change),
  );
  for (const work of accepted(works)) merge(work, known, now);
  await fileTheRest(tx, accepted(works));
  await settleSkus(tx, works);
  await settleSlugs(tx, works);
  const planned = await planAttributes(tx, accepted(works));
  const isSame = ({ before, state }: Work): boolean => onlyChanged && before !== null && isSameProduct(before, state);
  const changed = accepted(works).filter((work) => !isSame(work));
  await store(tx, changed, needed(planned, changed), now);
  return works.map((work) => (work.refusal ? { refusal: work.refusal } : { id: work.state.id, same: isSame(work) }));
}

/** One of {@link writeProducts}. @throws HttpError */
export async function writeProduct(tx: Tx, write: ProductWrite, now: Date): Promise<number> {
  const [written] = await writeProducts(tx, [write], now);
  if (!written) throw new Error("a write had no outcome");
  if ("refusal" in written) throw written.refusal;
  return written.id;
}
