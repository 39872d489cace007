import { useState } from "react";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { storedCell, variationWrites } from "./matrix.ts";
import { bodyOf, type ProductField, formOf, mergeForms, type ProductForm } from "./product-form.ts";
import type { EditedVariation, LoadedProduct } from "./records.ts";
import { loadProduct } from "./use-product.ts";

/** Fields that both sides changed, with the other side's values. */
export interface SaveConflict {
  theirs: LoadedProduct;
  theirForm: ProductForm;
  merged: ProductForm;
  fields: ProductField[];
  /** cells of variations that both sides changed, by their key in the form, with the other side's value */
  cells: Record<string, string>;
  /** variations that are to be left out and that the other side changed, as they are now */
  removed: readonly EditedVariation[];
}

interface BatchEntry {
  error?: { code: string; message: string; data?: { params?: Record<string, string>; current?: unknown } };
}

/** The first error of a batch. @throws CallError 412 if a variation changed meanwhile, 400 */
function requireStored(entries: readonly unknown[]): void {
  const errors = (entries as readonly BatchEntry[]).flatMap(({ error }) => error ?? []);
  const failed = errors.find(({ code }) => code !== "lianne_conflict") ?? errors[0];
  if (!failed) return;
  const { params, current } = failed.data ?? {};
  if (failed.code === "lianne_conflict")
    throw new CallError(412, { code: failed.code, message: failed.message, data: { status: 412, current } });
  throw new CallError(400, {
    code: "lianne_variation_rejected",
    message: Object.values(params ?? {})[0] ?? failed.message,
    data: { status: 400, ...(params ? { params } : {}) },
  });
}

/** At most so many entries are accepted in one batch. */
const batchSize = 100;
const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );

async function saveVariations(
  id: number,
  form: ProductForm,
  { variations: current, key }: { variations: readonly EditedVariation[]; key: string },
): Promise<void> {
  const path = { product_id: id };
  // a sold variation stays in the trash, so that its orders refer to it, and comes back as the same one
  for (const { id: removed, version } of current.filter(
    (one) => form.remove.includes(one.id) && one.status !== "trash",
  ))
    await call("DELETE wc/products/{product_id}/variations/{id}", {
      path: { ...path, id: removed },
      ifMatch: version === undefined ? null : `"${version}"`,
    });
  const { create, update } = variationWrites(form, current);
  const entries = [...create.map((body) => ({ create: [body] })), ...update.map((body) => ({ update: [body] }))];
  for (const [index, some] of chunks(entries).entries()) {
    const body = {
      create: some.flatMap((entry) => ("create" in entry ? entry.create : [])),
      update: some.flatMap((entry) => ("update" in entry ? entry.update : [])),
    };
    const options = { path, body, key: `${key}-${index}` };
    const { data } = await call("POST wc/products/{product_id}/variations/batch", options);
    requireStored([...(data.create ?? []), ...(data.update ?? [])]);
  }
}

const comparedCells = ["regular_price", "sale_price", "sku", "image", "shares", "quantity", "place"] as const;

/** Typed cells whose stored value is another one than when the editor opened; also the stock: what was typed over another quantity is for the person to decide. */
function changedCells(form: ProductForm, base: LoadedProduct, theirs: LoadedProduct): Record<string, string> {
  const entries = base.variations.flatMap((variation) => {
    const now = theirs.variations.find(({ id }) => id === variation.id);
    return comparedCells.flatMap((field): [string, string][] => {
      const key = `${variation.id}:${field}`;
      const value = storedCell(now, field);
      const changed = now !== undefined && value !== storedCell(variation, field);
      return changed && form.cells[key] !== undefined && form.cells[key] !== value ? [[key, value]] : [];
    });
  });
  return Object.fromEntries(entries);
}

/** Variations that are to be left out although another person has changed them since: the person decides that too. */
const changedRemoved = (form: ProductForm, base: LoadedProduct, theirs: LoadedProduct): EditedVariation[] =>
  theirs.variations.filter(({ id, status, version }) => {
    const before = base.variations.find((one) => one.id === id);
    return form.remove.includes(id) && status !== "trash" && before !== undefined && before.version !== version;
  });

const touchesVariations = (form: ProductForm): boolean =>
  form.create.length + form.remove.length + Object.keys(form.cells).length > 0;

/**
 * The form's writes with the version that it is based on. Differences of stock are sent with a key: repeated on a bad connection they count
 * once. @throws CallError 412 if the product changed since
 */
async function store(form: ProductForm, loaded: LoadedProduct, key: string): Promise<void> {
  const { id } = loaded.product;
  const body = bodyOf(formOf(loaded), form);
  if (Object.keys(body).length > 0)
    await call("PUT wc/products/{id}", { path: { id }, body, ifMatch: loaded.etag, key });
  if (touchesVariations(form)) await saveVariations(id, form, { variations: loaded.variations, key });
}

interface Save {
  action: Action<[form: ProductForm], boolean>;
  conflict: SaveConflict | null;
  /** Saves after the person has decided each conflict. */
  resolve: (form: ProductForm) => Promise<boolean | undefined>;
  cancel: () => void;
}

/** How often a save is repeated while others change the product. */
const maxMerges = 3;

/**
 * Saves the product and its variations. Fields that another person changed meanwhile are merged without a question, unless both sides
 * changed the same one: then `conflict` has both versions. @param onSaved after everything is stored
 */
export function useSave(base: LoadedProduct, onSaved: () => Promise<unknown>): Save {
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const finish = async () => {
    setConflict(null);
    await invalidate("GET bo/product-lists", "GET bo/products/{id}/usage", "GET bo/log");
    await onSaved();
    return true;
  };
  const attempt = async (form: ProductForm, known: LoadedProduct, merges: number, key: string): Promise<boolean> => {
    const cellsMayConflict = Object.keys(form.cells).length > 0;
    const theirs = cellsMayConflict && known === base ? await loadProduct(known.product.id) : known;
    const differences =
      Object.keys(changedCells(form, known, theirs)).length + changedRemoved(form, known, theirs).length;
    if (theirs.etag === known.etag && differences === 0) {
      try {
        // another version is another request
        await store(form, { ...known, variations: theirs.variations }, `${key}-${merges}`);
        return await finish();
      } catch (error) {
        if (!(error instanceof CallError && error.status === 412) || merges >= maxMerges) throw error;
      }
    }
    const now = await loadProduct(known.product.id);
    const theirForm = formOf(now);
    const { merged, conflicts } = mergeForms(formOf(known), form, theirForm);
    const cellsNow = changedCells(form, known, now);
    const removed = changedRemoved(form, known, now);
    if (conflicts.length + Object.keys(cellsNow).length + removed.length === 0)
      return attempt(merged, now, merges + 1, key);
    setConflict({ theirs: now, theirForm, merged, fields: conflicts, cells: cellsNow, removed });
    return false;
  };
  const action = useAction((key, form: ProductForm) => attempt(form, conflict?.theirs ?? base, 0, key));
  return { action, conflict, resolve: (form) => action.run(form), cancel: () => setConflict(null) };
}
