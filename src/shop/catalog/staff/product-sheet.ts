import type { z } from "zod";
import type { SheetChange, SheetResult, ProductSheet } from "#contract/backoffice/products.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { translateWooReason } from "#shop/kernel/request/known-reasons.ts";
import { conflict } from "#shop/kernel/request/if-match.ts";
import { lockProducts } from "../products/product-state.ts";
import { productErrors, wrongParam } from "../product-errors.ts";
import { writeProduct } from "../products/write-products.ts";
import { lockParent } from "../variations/parent.ts";
import { writeVariation } from "../variations/write-variation.ts";

type SheetValues = NonNullable<SheetResult["before"]>;

/** Prices and quantity of a record before and after a change. */
type Changed = Record<"before" | "after", SheetValues>;

interface Sold {
  type?: string;
  regularPrice: Dong | null;
  saleWanted: Dong | null;
  managed: boolean;
  quantity: number;
}

interface SheetOptions {
  dryRun: boolean;
  lang: Language;
}

/** A trial whose transaction is rolled back, so that it meets all checks and stores nothing. */
class DryRunRollback extends Error {
  readonly changed: Changed;
  constructor(changed: Changed) {
    super("rolled back");
    this.changed = changed;
  }
}

const valuesOf = ({ regularPrice, saleWanted, quantity }: Sold): SheetValues => ({
  ...{ regular_price: regularPrice, sale_price: saleWanted },
  quantity,
});

/** @throws HttpError 412 if a price that is changed is another one than the person has seen */
function assertPricesUnchanged(change: SheetChange, { regularPrice, saleWanted }: Sold, lang: Language): void {
  const stored = { regular_price: regularPrice, sale_price: saleWanted };
  for (const field of ["regular_price", "sale_price"] as const) {
    const seen = change[`seen_${field}`];
    if (change[field] !== undefined && seen !== undefined && seen !== stored[field]) throw conflict(lang, null);
  }
}

/** @throws HttpError for a sale price that is not below the regular price, or a difference of stock that is not counted */
function checkChange({ regular_price, sale_price, inventory_delta }: SheetChange, before: Sold): void {
  if (before.type === "variable")
    throw wrongParam("variation_id", "A product with variations is changed by its variations.");
  if (inventory_delta !== undefined && !before.managed)
    throw wrongParam("inventory_delta", "The stock of this product is not counted.");
  const regular = regular_price === undefined ? before.regularPrice : regular_price;
  if (sale_price === undefined || sale_price === null) return;
  if (regular === null || sale_price >= regular)
    throw wrongParam("sale_price", "The sale price must be below the regular price.");
}

const fieldsOf = ({ regular_price, sale_price, inventory_delta }: SheetChange) => ({
  regularPrice: regular_price,
  saleWanted: sale_price,
  ...(inventory_delta === undefined ? {} : { stock: { delta: inventory_delta } }),
});

interface SheetContext {
  lang: Language;
  now: Date;
}

async function changeVariation(tx: Tx, change: SheetChange, { lang, now }: SheetContext): Promise<Changed> {
  const parent = await lockParent(tx, change.product_id);
  const before = parent?.variations.find(({ id }) => id === change.variation_id);
  if (!parent || !before || before.status === "trash") throw productErrors.unknown();
  assertPricesUnchanged(change, before, lang);
  checkChange(change, before);
  await writeVariation(tx, parent, { before, change: fieldsOf(change), now });
  const after = parent.variations.find(({ id }) => id === before.id) ?? before;
  return { before: valuesOf(before), after: valuesOf(after) };
}

async function changeProduct(tx: Tx, change: SheetChange, { lang, now }: SheetContext): Promise<Changed> {
  const { product_id: id } = change;
  const before = (await lockProducts(tx, [id])).get(id);
  if (!before || before.status === "trash") throw productErrors.unknown();
  assertPricesUnchanged(change, before, lang);
  checkChange(change, before);
  await writeProduct(tx, { id, change: fieldsOf(change) }, now);
  const { regular_price: regular = before.regularPrice, sale_price: sale = before.saleWanted } = change;
  const quantity = before.quantity + (change.inventory_delta ?? 0);
  return { before: valuesOf(before), after: { regular_price: regular, sale_price: sale, quantity } };
}

async function attempt(shop: AppContext, change: SheetChange, { dryRun, lang }: SheetOptions): Promise<Changed> {
  const write = change.variation_id === undefined ? changeProduct : changeVariation;
  try {
    return await shop.db.transaction(async (tx) => {
      const changed = await write(tx, change, { lang, now: shop.clock.now() });
      if (dryRun) throw new DryRunRollback(changed);
      return changed;
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.changed;
    throw error;
  }
}

const rejected = ({ code, message, extra }: HttpError, lang: Language): Pick<SheetResult, "error"> => {
  const [field = null] = Object.keys(extra.params ?? {});
  const text = field === null ? message : ((extra.params as Record<string, string>)[field] ?? message);
  return { error: { code, message: translateWooReason(text, lang), field } };
};

async function resultOf(shop: AppContext, change: SheetChange, options: SheetOptions): Promise<SheetResult> {
  const { product_id, variation_id = null, seen_quantity } = change;
  const base = { product_id, variation_id, applied: false, error: null, before: null, after: null, sold_meanwhile: 0 };
  try {
    const changed = await attempt(shop, change, options);
    const sold = seen_quantity === undefined ? 0 : seen_quantity - changed.before.quantity;
    return { ...base, ...changed, applied: !options.dryRun, sold_meanwhile: sold };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ...base, ...rejected(error, options.lang) };
  }
}

/**
 * Changes prices and stock, each change in a transaction of its own: those that are possible are stored, the others returned with
 * the reason. Stock is changed by differences, so that no sale is lost that happens in between.
 */
export async function changeSheet(
  shop: AppContext,
  { changes, dry_run: dryRun }: z.output<typeof ProductSheet>,
  lang: Language,
): Promise<SheetResult[]> {
  const results: SheetResult[] = [];
  for (const change of changes) results.push(await resultOf(shop, change, { dryRun, lang }));
  return results;
}
