import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { wrongParam } from "../product-errors.ts";
import { assertUniqueChoices, resolveChoices } from "./choices.ts";
import { isSameVariation, mergeVariation } from "./merge-variation.ts";
import type { ParentProduct, StoredVariation } from "./parent.ts";
import { type OwnStock, mergeStock } from "./merge-stock.ts";
import { storeVariations, type VariationStep } from "./store-variations.ts";
import type { VariationChange } from "./variation-change.ts";

/** Input of {@link writeVariation}. */
export interface VariationWrite {
  /** null for a new variation */
  before: StoredVariation | null;
  change: VariationChange;
  /** of a new variation; default: the next of the sequence */
  id?: number | undefined;
}

/** One of several writes, of a product read by {@link lockParents}. */
export interface ParentVariationWrite extends VariationWrite {
  parent: ParentProduct;
}

/** Result of one write. @param same nothing had to be changed */
export type WrittenVariation = { id: number; same: boolean } | { error: HttpError };

interface NewIds {
  variations: number[];
  stocks: number[];
}

const newIds = async (tx: Tx, variations: number, stocks: number): Promise<NewIds> =>
  (variations + stocks > 0 &&
    (await tx.one<NewIds>(sql`
      select array(select nextval('product_or_variation_id')::integer from generate_series(1, ${variations}::integer)) variations,
        array(select nextval(pg_get_serial_sequence('stock', 'id'))::integer
              from generate_series(1, ${stocks}::integer)) stocks`))) || { variations: [], stocks: [] };

type ValueOrHttpError<Value> = { value: Value } | { error: HttpError };

async function capture<Value>(work: () => Value | Promise<Value>): Promise<ValueOrHttpError<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { error };
  }
}

/** Whether a new stock row is needed. */
const needsStockRow = ({ parent, before }: ParentVariationWrite, own: OwnStock): boolean =>
  own !== null && !("of" in own) && (!before || before.stockId === parent.stockId || own.split === true);

/** The stock row after the write, and what to do with it. */
function resolveStock(
  write: ParentVariationWrite,
  own: OwnStock,
  ids: NewIds,
): Pick<VariationStep, "stock"> & { stockId: number } {
  const { parent, before } = write;
  if (own === null) return { stockId: parent.stockId, stock: "unchanged" };
  if ("of" in own) {
    const owner = parent.variations.find(({ id }) => id === own.of);
    if (owner) return { stockId: owner.stockId, stock: "unchanged" };
    const field = write.change.stock?.of === undefined ? "shares_stock_with" : "stock_of";
    throw wrongParam(field, `${field} must name a variation of the same product that comes before this one.`);
  }
  if (!before || needsStockRow(write, own)) return { stockId: ids.stocks.shift() ?? 0, stock: "new" };
  const same = own.quantity === before.quantity && own.managed === before.managed;
  return { stockId: before.stockId, stock: same ? "unchanged" : "changed" };
}

/** The quantities that writes set, by their stock row. */
type StockLevels = Map<number, number>;

/** @throws HttpError 400 for another quantity than an earlier write sets for the same stock: the later one would replace it */
function requireSameLevel(
  { change: { stock = {} } }: ParentVariationWrite,
  own: OwnStock,
  { stockId, levels }: { stockId: number; levels: StockLevels },
): void {
  if (own === null || "of" in own || (stock.quantity ?? stock.delta) === undefined) return;
  const field = stock.quantity === undefined ? "inventory_delta" : "stock_quantity";
  if ((levels.get(stockId) ?? own.quantity) !== own.quantity)
    throw wrongParam(field, `${field} must lead to the same stock for variations that share it.`);
  levels.set(stockId, own.quantity);
}

/** Resolves one write, and updates its parent for the next write of the same product. */
async function resolveWrite(
  tx: Tx,
  write: ParentVariationWrite,
  own: OwnStock,
  { ids, levels }: { ids: NewIds; levels: StockLevels },
): Promise<VariationStep> {
  const { parent, before, change } = write;
  const choices = change.choices ? await resolveChoices(tx, parent, change.choices) : (before?.choices ?? []);
  const id = before?.id ?? write.id ?? ids.variations.shift() ?? 0;
  const { stockId, stock } = resolveStock(write, own, ids);
  requireSameLevel(write, own, { stockId, levels });
  const after = mergeVariation(parent, write, { id, stockId, own, choices });
  if (after.status !== "trash") assertUniqueChoices(parent, before?.id ?? null, choices);
  parent.variations = [...parent.variations.filter((one) => one.id !== id), after];
  return { parent, before, after, stock };
}

/**
 * Writes any number of variations of products read by {@link lockParents}, in a number of statements that does not
 * depend on it, unless they use terms that are not among their products' options yet. SKUs are claimed and images
 * stored before. The database maintains the products' prices, stock status and default price.
 * @param options with `onlyChanged`, a variation that already equals the write is not touched, nor its modification
 *   date
 * @returns in the order of the writes; after an error the transaction must be rolled back
 */
export async function writeVariations(
  tx: Tx,
  writes: readonly ParentVariationWrite[],
  { now, onlyChanged = false }: { now: Date; onlyChanged?: boolean },
): Promise<WrittenVariation[]> {
  const owns = await Promise.all(
    writes.map(({ parent, before, change }) => capture(() => mergeStock(parent, before, change.stock))),
  );
  const ids = await newIds(
    tx,
    writes.filter(({ before, id }) => !before && id === undefined).length,
    writes.filter((write, index) => "value" in (owns[index] ?? {}) && needsStockRow(write, ownStockOf(owns[index])))
      .length,
  );
  const steps: VariationStep[] = [];
  const levels: StockLevels = new Map();
  const written: WrittenVariation[] = [];
  for (const [index, write] of writes.entries()) {
    const own = owns[index];
    if (!own || "error" in own) {
      if (own) written.push(own);
      continue;
    }
    const step = await capture(() => resolveWrite(tx, write, own.value, { ids, levels }));
    if ("error" in step) {
      written.push(step);
      continue;
    }
    const { before, after } = step.value;
    const same = onlyChanged && before !== null && isSameVariation(before, after);
    if (!same) steps.push(step.value);
    written.push({ id: after.id, same });
  }
  await storeVariations(tx, steps, now);
  return written;
}

const ownStockOf = (own: ValueOrHttpError<OwnStock> | undefined): OwnStock =>
  own && "value" in own ? own.value : null;

/**
 * One of {@link writeVariations}.
 * @returns its id
 * @throws HttpError 400 naming the field; earlier statements are rolled back with the transaction
 */
export async function writeVariation(
  tx: Tx,
  parent: ParentProduct,
  { now, ...write }: VariationWrite & { now: Date },
): Promise<number> {
  const [written] = await writeVariations(tx, [{ parent, ...write }], { now });
  if (!written) throw new Error("the write returned no result");
  if ("error" in written) throw written.error;
  return written.id;
}
