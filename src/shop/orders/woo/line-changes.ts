import { type Dong, max, prorate } from "#contract/money.ts";
import type { WriteLine } from "#contract/woo/order-write.ts";
import type { Purchasable } from "#shop/catalog/index.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { type NewLineItem, toLineItem, withGifts } from "../line-items.ts";
import { lineName, type OrderLine } from "../order.ts";
import { lineMetaData } from "./line-meta-data.ts";
import { resolveLineProducts } from "./line-references.ts";
import { orderErrors } from "./order-errors.ts";

/** A line after a write. */
export interface UpdatedLine extends NewLineItem {
  /** null for a new line */
  id: number | null;
  /** the stock from which it is reserved; unmanaged stock is only checked */
  reservedStockId: number | null;
  /** position in the request's list; null if the request does not name the line */
  index: number | null;
}

const unchanged = (line: OrderLine): UpdatedLine => ({ ...line, reservedStockId: line.stockId, index: null });

/** Removed by a quantity of 0 or a null product, as in WooCommerce. */
const isRemoved = ({ quantity, product_id }: WriteLine): boolean => quantity === 0 || product_id === null;

/** Without explicit totals the price per unit stays: it is multiplied by the new quantity. */
const scaled = (amount: Dong, from: number, to: number): Dong => (from === to ? amount : prorate(amount, to, from));

/** A total above the subtotal raises the subtotal: discounts are never negative. */
function priced(line: NewLineItem, quantity: number, { subtotal, total }: WriteLine): NewLineItem {
  const paid = total ?? subtotal ?? scaled(line.total, line.quantity, quantity);
  const before = subtotal ?? scaled(line.subtotal, line.quantity, quantity);
  return { ...line, quantity, total: paid, subtotal: max(before, paid), unitPrice: prorate(paid, 1, quantity) };
}

const ownNameOf = (line: NewLineItem, name: string | null | undefined): string | null =>
  !name || name === lineName(line, "vi") || name === lineName(line, "en") ? line.ownName : name;

function updatedLine(
  existing: OrderLine | undefined,
  product: Purchasable | undefined,
  written: WriteLine,
  index: number,
): UpdatedLine {
  const quantity = written.quantity ?? existing?.quantity ?? 1;
  const at = `line_items[${index}]`;
  const base: NewLineItem | undefined = product
    ? { ...toLineItem({ product, quantity }), metaData: existing?.metaData ?? [] }
    : existing;
  if (!base) throw new Error("new line item without a product");
  if (existing && existing.restocked > (product ? 0 : quantity))
    throw invalidParam("line_items", `${at}: ${existing.restocked} units of this line have been refunded already.`);
  const line = priced({ ...base, restocked: existing?.restocked ?? 0 }, quantity, written);
  return {
    ...line,
    id: existing?.id ?? null,
    ownName: ownNameOf(line, written.name),
    // options of the previous variation no longer apply
    metaData: lineMetaData(line, existing && product ? withoutOptionMeta(existing, written) : written.meta_data, at),
    reservedStockId: product ? product.stockId : line.stockId,
    index,
  };
}

const withoutOptionMeta = ({ options }: OrderLine, { meta_data }: WriteLine): WriteLine["meta_data"] =>
  meta_data?.filter(({ key }) => !options.some(({ slug }) => slug === key));

/** @throws HttpError 400 for an id that is not the order's or is repeated, and for a new line with quantity 0 */
function assertLineIds(written: readonly WriteLine[], existing: ReadonlyMap<number, OrderLine>): void {
  const named = new Set<number>();
  for (const [index, { id, quantity }] of written.entries()) {
    const at = `line_items[${index}]`;
    if (id && !existing.has(id)) throw orderErrors.item();
    if (id && named.has(id)) throw invalidParam("line_items", `${at}[id] is named twice.`);
    if (id) named.add(id);
    else if (quantity === 0)
      throw invalidParam("line_items", `${at}[quantity] must be greater than or equal to 1`, "rest_out_of_bounds");
  }
}

/**
 * Applies a write to an order's lines: those with an id are changed or removed, the rest added.
 * @throws HttpError 400 for invalid input; stock is not checked here
 */
export async function applyLineChanges(
  reader: Reader,
  before: readonly OrderLine[],
  written: readonly WriteLine[] | undefined,
): Promise<UpdatedLine[]> {
  if (!written) return before.map(unchanged);
  const existing = new Map(before.map((line) => [line.id, line]));
  assertLineIds(written, existing);
  const remaining = [...written.entries()].filter(([, line]) => !(line.id && isRemoved(line)));
  const products = await resolveLineProducts(reader, remaining, existing);
  const named = new Set(written.map(({ id }) => id));
  const lines = [
    ...before.filter(({ id }) => !named.has(id)).map(unchanged),
    ...remaining.map(([index, line]) =>
      updatedLine(line.id ? existing.get(line.id) : undefined, products.get(index), line, index),
    ),
  ];
  return withGifts(
    lines,
    lines.map(({ index }) => (index === null ? undefined : products.get(index))),
  );
}
