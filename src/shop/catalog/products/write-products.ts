import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { isOutdated } from "#shop/kernel/request/if-match.ts";
import { claimSkus } from "../claim-skus.ts";
import { insertTerms } from "../find-terms.ts";
import { defaultCategoryId } from "../taxonomies/default-category.ts";
import { freeSlugs, plainSlug, type SlugRequest } from "../slugs.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { mergeProduct, newProduct } from "./merge-product.ts";
import { insertAttributes } from "./own-attributes.ts";
import { type PlannedAttributes, planAttributes } from "./plan-attributes.ts";
import type { ProductChange, ProductWrite } from "./product-change.ts";
import { lockProducts } from "./product-state.ts";
import { checkReferences, lookUp, type References, tagIdsOf } from "./references.ts";
import { productErrors } from "../product-errors.ts";
import { isSameProduct } from "./is-unchanged.ts";
import { namePictures, storeParts } from "./store-parts.ts";
import { productVersion } from "../product-version.ts";
import { type ProductStep, newIds, storeProducts } from "./store-products.ts";

/** Result of one write: its product, or why nothing of it was stored. @param same nothing had to be changed */
export type ProductWriteResult = { id: number; same: boolean } | { error: HttpError };

/** One write in progress. */
interface ProductWriteTask extends ProductStep {
  change: ProductChange;
  error: HttpError | null;
}

/** Runs a step that may reject one of the writes; any other error rejects all of them. */
function attempt(task: Pick<ProductWriteTask, "error">, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    task.error = error;
  }
}

async function loadStates(tx: Tx, writes: readonly ProductWrite[], now: Date): Promise<ProductWriteTask[]> {
  const known = await lockProducts(
    tx,
    writes.flatMap(({ id }) => id ?? []),
  );
  const newIdPairs = await newIds(
    tx,
    writes.flatMap(({ id, newId }) => (id === null ? [newId] : [])),
  );
  return writes.map(({ id, change, version }) => {
    const before = id === null ? null : (known.get(id) ?? null);
    const unknown = id !== null && !before;
    const changed = before !== null && isOutdated(version ?? null, productVersion(before));
    const state = before ?? newProduct({ ...((!unknown && newIdPairs.shift()) || { id: id ?? 0, stockId: 0 }), now });
    const error = unknown ? productErrors.unknownUpdate() : changed ? productErrors.changed() : null;
    return { change, before, state, error };
  });
}

function merge(task: ProductWriteTask, known: References, now: Date): void {
  attempt(task, () => {
    const { change, before } = task;
    checkReferences(change, known);
    const merged = mergeProduct(task.state, change, { isNew: !before, now });
    const tagIds = tagIdsOf(change, known) ?? merged.tagIds;
    task.state = { ...merged, tagIds: tagIds.toSorted((one, other) => one - other) };
  });
}

const acceptedTasks = (tasks: readonly ProductWriteTask[]): ProductWriteTask[] => tasks.filter(({ error }) => !error);

/** Products without a category get the default one, as in WooCommerce. */
async function assignDefaultCategory(tx: Tx, tasks: readonly ProductWriteTask[]): Promise<void> {
  const uncategorized = tasks.filter(({ state }) => state.categoryIds.length === 0);
  if (uncategorized.length === 0) return;
  const id = await defaultCategoryId(tx);
  for (const { state } of uncategorized) state.categoryIds = [id];
}

async function assignSkus(tx: Tx, tasks: readonly ProductWriteTask[]): Promise<void> {
  const claims = acceptedTasks(tasks).flatMap(({ before, state: { id, sku } }) =>
    sku !== null && (sku !== before?.sku || before.status === "trash") ? [{ id, sku }] : [],
  );
  const refused = await claimSkus(tx, claims);
  for (const task of tasks) task.error ??= refused.get(task.state.id) ?? null;
}

/**
 * WordPress appends this suffix to the slug of a product in the trash, so that the slug is free, and removes it on
 * restore.
 */
const trashedSuffix = /__trashed(-\d+)?$/;

function requestedSlug({ before, state, change }: ProductWriteTask): string | null {
  const isTrashed = state.status === "trash";
  if (change.slug !== undefined && change.slug !== before?.slug)
    return plainSlug(change.slug) || plainSlug(state.name.vi);
  if (!before) return plainSlug(state.name.vi);
  if (isTrashed === (before.status === "trash")) return null;
  return isTrashed ? `${before.slug}__trashed` : before.slug.replace(trashedSuffix, "");
}

async function assignSlugs(tx: Tx, tasks: readonly ProductWriteTask[]): Promise<void> {
  const requests = acceptedTasks(tasks).flatMap((task): SlugRequest[] => {
    const slug = requestedSlug(task);
    return slug === null ? [] : [{ id: task.state.id, slug }];
  });
  const slugs = await freeSlugs(tx, { table: "product" }, requests);
  for (const { state } of tasks) state.slug = slugs.get(state.id) ?? state.slug;
}

/** Attributes and terms planned for rejected writes are not stored. */
function withoutRejected(
  { attributes, terms }: PlannedAttributes,
  tasks: readonly ProductWriteTask[],
): PlannedAttributes {
  const products = new Set(tasks.map(({ state }) => state.id));
  const used = new Set(tasks.flatMap(({ state }) => state.attributes.flatMap(({ termIds }) => termIds)));
  return {
    attributes: attributes.filter(({ product_id }) => products.has(product_id)),
    terms: terms.filter(({ id }) => used.has(id)),
  };
}

async function store(
  tx: Tx,
  tasks: readonly ProductWriteTask[],
  { attributes, terms }: PlannedAttributes,
  now: Date,
): Promise<void> {
  await storeProducts(tx, tasks, now);
  await insertAttributes(tx, attributes);
  await insertTerms(tx, terms);
  await storeParts(tx, tasks);
  const pictures = tasks.flatMap(({ change }) => change.pictures ?? []);
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
 * locks products and their stock, so that concurrent sales are neither lost nor sold twice. The triggers of
 * sql/catalog/products.sql invalidate the caches and refresh lists, search and prices.
 * @param options with `onlyChanged`, a product that already equals the write is not touched, nor its modification date
 * @returns in the order of the writes
 */
export async function writeProducts(
  tx: Tx,
  writes: readonly ProductWrite[],
  now: Date,
  { onlyChanged = false }: { onlyChanged?: boolean } = {},
): Promise<ProductWriteResult[]> {
  if (writes.some(isShared)) await lockCatalog(tx);
  const tasks = await loadStates(tx, writes, now);
  const known = await lookUp(
    tx,
    acceptedTasks(tasks).map(({ change }) => change),
  );
  for (const task of acceptedTasks(tasks)) merge(task, known, now);
  await assignDefaultCategory(tx, acceptedTasks(tasks));
  await assignSkus(tx, tasks);
  await assignSlugs(tx, tasks);
  const planned = await planAttributes(tx, acceptedTasks(tasks));
  const isSame = ({ before, state }: ProductWriteTask): boolean =>
    onlyChanged && before !== null && isSameProduct(before, state);
  const changed = acceptedTasks(tasks).filter((task) => !isSame(task));
  await store(tx, changed, withoutRejected(planned, changed), now);
  return tasks.map((task) => (task.error ? { error: task.error } : { id: task.state.id, same: isSame(task) }));
}

/** One of {@link writeProducts}. @throws HttpError */
export async function writeProduct(tx: Tx, write: ProductWrite, now: Date): Promise<number> {
  const [written] = await writeProducts(tx, [write], now);
  if (!written) throw new Error("the write returned no result");
  if ("error" in written) throw written.error;
  return written.id;
}
