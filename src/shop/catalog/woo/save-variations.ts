import type { z } from "zod";
import type { Language } from "#contract/language.ts";
import type { productActions } from "#contract/woo/product-actions.ts";
import { VariationCreate, VariationUpdate } from "#contract/woo/variation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { isOutdated } from "#shop/kernel/request/if-match.ts";
import { idOf, loadedOf, parseEntry } from "#shop/kernel/woo/woo-writes.ts";
import { claimSkus } from "../claim-skus.ts";
import { setImageName } from "../pictures/single-image.ts";
import { productErrors, wrongParam } from "../product-errors.ts";
import { variationVersion } from "../product-version.ts";
import { lockParent, type ParentProduct, type StoredVariation } from "../variations/parent.ts";
import { trashVariation } from "../variations/remove-variation.ts";
import { changeOf, type VariationChange } from "../variations/variation-change.ts";
import { resolveVariationImage } from "./variation-handlers.ts";
import { writeVariations } from "../variations/write-variation.ts";

type SaveBody = z.output<typeof productActions.saveWithVariations.body>;

/** One variation of a save. */
interface SavedVariation {
  /** in the request: `update[3]` */
  place: string;
  /** null for a new one */
  id: number | null;
  loaded: string | null;
  change: VariationChange;
  imageName: string | undefined;
}

/** The variations of a save, with their images stored. */
export interface SavedVariations {
  written: SavedVariation[];
  removed: Pick<SavedVariation, "place" | "id" | "loaded">[];
}

/** Why entries are rejected, by their field: `update[3].sku`. */
type Rejections = Record<string, string>;

function reasonsOf({ code, message, extra }: HttpError, otherwise: string): Rejections {
  if (code === "product_invalid_sku") return { sku: message };
  const { params } = extra;
  return params && !Array.isArray(params) ? (params as Rejections) : { [otherwise]: message };
}

const reject = (rejections: Rejections, place: string, error: HttpError, otherwise: string): void => {
  for (const [name, reason] of Object.entries(reasonsOf(error, otherwise))) rejections[`${place}.${name}`] = reason;
};

/** @throws HttpError 400 naming each rejected field of each entry */
function requireNone(rejections: Rejections): void {
  const names = Object.keys(rejections);
  if (names.length === 0) return;
  const message = `Invalid parameter(s): ${names.join(", ")}`;
  throw new HttpError(400, "rest_invalid_param", message, { extra: { params: rejections } });
}

/** Two changes of one variation would not add up. @throws HttpError 400 naming the second one */
function requireOnce(entries: SavedVariations["removed"]): void {
  const known = entries.filter(({ id }) => id !== null);
  const repeated = known.find(({ id }, index) => known.findIndex((one) => one.id === id) < index);
  if (repeated) requireNone({ [`${repeated.place}.id`]: "A variation may occur only once." });
}

/**
 * Validates the entries of a save, and fetches their images, before its transaction: other servers may be slow.
 * @throws HttpError 400 naming each rejected field
 */
export async function prepareVariations(
  shop: AppContext,
  { create = [], update = [], remove = [] }: SaveBody,
  lang: Language,
): Promise<SavedVariations> {
  const rejections: Rejections = {};
  const prepare = async (place: string, value: Record<string, unknown>, isNew: boolean): Promise<SavedVariation[]> => {
    let field = "id";
    try {
      const body = parseEntry(isNew ? VariationCreate : VariationUpdate, value, lang);
      const loaded = isNew ? null : loadedOf(value, lang);
      field = "image";
      const change = changeOf(body, lang, await resolveVariationImage(shop, body.image));
      return [{ place, id: isNew ? null : idOf(value.id), loaded, change, imageName: body.image?.name }];
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      reject(rejections, place, error, field);
      return [];
    }
  };
  const written: SavedVariation[] = [];
  for (const [index, value] of create.entries()) written.push(...(await prepare(`create[${index}]`, value, true)));
  for (const [index, value] of update.entries()) written.push(...(await prepare(`update[${index}]`, value, false)));
  requireNone(rejections);
  const removed = remove.map((value, index) => ({
    ...{ place: `remove[${index}]`, id: idOf(value.id), loaded: loadedOf(value, lang) },
  }));
  requireOnce([...written, ...removed]);
  return { written, removed };
}

/**
 * Compares the versions of a save before its product is written: a product without an option takes it from its variations.
 * @throws HttpError 412 for a variation that changed
 */
export async function requireVersions(tx: Tx, productId: number, { written, removed }: SavedVariations): Promise<void> {
  const parent = await lockParent(tx, productId);
  for (const { id, loaded } of [...written, ...removed]) {
    const stored = parent?.variations.find((one) => one.id === id);
    if (stored && isOutdated(loaded, variationVersion(stored))) throw productErrors.changed();
  }
}

/** The variations of the entries. @throws HttpError 400 for one that is not of this product */
const findStored = (parent: ParentProduct, entries: SavedVariations["removed"]): (StoredVariation | null)[] =>
  entries.map(({ place, id }) => {
    if (id === null) return null;
    const stored = parent.variations.find((one) => one.id === id);
    if (!stored) requireNone({ [`${place}.id`]: "Invalid ID." });
    return stored ?? null;
  });

/**
 * Stores the variations of a save in its transaction, after the product; call lockCatalog() and requireVersions() before.
 * @throws HttpError 400 naming each rejected field; the transaction must be rolled back then
 */
export async function saveVariations(
  tx: Tx,
  productId: number,
  { written, removed }: SavedVariations,
  now: Date,
): Promise<void> {
  const parent = await lockParent(tx, productId);
  if (!parent) throw productErrors.unknownUpdate();
  const [stored, leftOut] = [findStored(parent, written), findStored(parent, removed)];
  for (const one of leftOut) {
    if (!one || one.status === "trash") continue;
    await trashVariation(tx, one, now);
    one.status = "trash";
  }
  if (written.some(({ id }) => id === null) && parent.type !== "variable")
    throw wrongParam("product_id", "product_id must name a product of type variable.");
  const rejections: Rejections = {};
  // new ones have no id yet: each gets one of its own, so that two of them cannot claim one SKU
  const claims = written.map(({ id, change }, index) => ({ id: id ?? -1 - index, sku: change.sku ?? "" }));
  const refused = await claimSkus(
    tx,
    claims.filter(({ sku }) => sku !== ""),
  );
  for (const [index, { place }] of written.entries()) {
    const error = refused.get(claims[index]?.id ?? 0);
    if (error) reject(rejections, place, error, "sku");
  }
  requireNone(rejections);
  const results = await writeVariations(
    tx,
    written.map(({ change }, index) => ({ parent, before: stored[index] ?? null, change })),
    { now },
  );
  for (const [index, { place, change, imageName }] of written.entries()) {
    const result = results[index];
    if (result && "error" in result) reject(rejections, place, result.error, "id");
    await setImageName(tx, change.pictureId, imageName);
  }
  requireNone(rejections);
}
