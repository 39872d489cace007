import { useState } from "react";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { haveOwnUnits, storedCell, type VariationWrites, variationWrites } from "./matrix.ts";
import { productError } from "./product-error.ts";
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

/**
 * Stores the form with the version that it is based on: all of it, or nothing. Differences of stock are sent with a key: repeated on a bad
 * connection they count once. @throws CallError 400 with the errors by field and by cell, 412 if the product changed since
 */
async function store(t: TextOf, form: ProductForm, loaded: LoadedProduct, key: string): Promise<void> {
  const { id } = loaded.product;
  const writes = variationWrites(form, loaded.variations);
  const entries = Object.entries(writes).filter(([, list]) => list.length > 0);
  const body = {
    product: bodyOf(formOf(loaded), form, loaded.product.type === "simple" && haveOwnUnits(form)),
    ...Object.fromEntries(
      entries.map(([name, list]: [string, VariationWrites["create"]]) => [name, list.map(({ body: one }) => one)]),
    ),
  };
  try {
    await call("PUT wc/products/{id}/with-variations", { path: { id }, body, ifMatch: loaded.etag, key });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw productError(t, error, { writes, variations: loaded.variations });
  }
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
  const t = useTexts();
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
        await store(t, form, { ...known, variations: theirs.variations }, `${key}-${merges}`);
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
