import type { WriteLine } from "#contract/woo/order-write.ts";
import type { Purchasable } from "#shop/catalog/index.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/http/errors.ts";
import { type NewLineItem, toLineItem } from "../line-items.ts";
import { lineName, type OrderLine } from "../order.ts";
import { lineMetaData } from "./line-meta-data.ts";
import { resolveLineProducts } from "./line-references.ts";
import { orderErrors } from "./order-errors.ts";

/** A line as a write leaves it. */
export interface UpdatedLine extends NewLineItem {
  /** null: it is new */
  id: number | null;
  /** whose pieces it takes; those that are not counted must still be there */
  takesFrom: number | null;
  /** place in the call's list; null where the call does not name it */
  index: number | null;
}

const asItWas = (line: OrderLine): UpdatedLine => ({ ...line, takesFrom: line.stockId, index: null });

/** Put out by a quantity of 0 or a product of null, as in WooCommerce. */
const isTakenAway = ({ quantity, product_id }: WriteLine): boolean => quantity === 0 || product_id === null;

/** Without totals of its own a line costs what one piece cost so far, times the quantity. */
const scaled = (amount: number, from: number, to: number): number =>
  from === to ? amount : Math.round((amount / from) * to);

/** A total above the subtotal raises it: nothing is ever taken off below zero. */
function priced(line: NewLineItem, quantity: number, { subtotal, total }: WriteLine): NewLineItem {
  const paid = total ?? subtotal ?? scaled(line.total, line.quantity, quantity);
  const before = subtotal ?? scaled(line.subtotal, line.quantity, quantity);
  return { ...line, quantity, total: paid, subtotal: Math.max(before, paid), unitPrice: Math.round(paid / quantity) };
}

const ownNameOf = (line: NewLineItem, name: string | null | undefined): string | null =>
  !name || name === lineName(line, "vi") || name === lineName(line, "en") ? line.ownName : name;

function after(
  there: OrderLine | undefined,
  piece: Purchasable | undefined,
  written: WriteLine,
  index: number,
): UpdatedLine {
  const quantity = written.quantity ?? there?.quantity ?? 1;
  const at = `line_items[${index}]`;
  const base: NewLineItem | undefined = piece
    ? { ...toLineItem({ product: piece, quantity }), metaData: there?.metaData ?? [] }
    : there;
  if (!base) throw new Error("a new line was let through without a product");
  if (there && there.restocked > (piece ? 0 : quantity))
    throw invalidParam("line_items", `${at}: ${there.restocked} of its pieces have been refunded already.`);
  const line = priced({ ...base, restocked: there?.restocked ?? 0 }, quantity, written);
  return {
    ...line,
    id: there?.id ?? null,
    ownName: ownNameOf(line, written.name),
    // choices of the variation before this one mean nothing any more
    metaData: lineMetaData(line, there && piece ? withoutChoices(there, written) : written.meta_data, at),
    takesFrom: piece ? piece.stockId : line.stockId,
    index,
  };
}

const withoutChoices = ({ options }: OrderLine, { meta_data }: WriteLine): WriteLine["meta_data"] =>
  meta_data?.filter(({ key }) => !options.some(({ slug }) => slug === key));

/** @throws Refusal 400 for a line that is not the order's, or named twice, and for a new one of no pieces */
function checkIds(written: readonly WriteLine[], there: ReadonlyMap<number, OrderLine>): void {
  const named = new Set<number>();
  for (const [index, { id, quantity }] of written.entries()) {
    const at = `line_items[${index}]`;
    if (id && !there.has(id)) throw orderErrors.item();
    if (id && named.has(id)) throw invalidParam("line_items", `${at}[id] is named twice.`);
    if (id) named.add(id);
    else if (quantity === 0)
      throw invalidParam("line_items", `${at}[quantity] must be greater than or equal to 1`, "rest_out_of_bounds");
  }
}

/**
 * The lines of an order as a write leaves them: those with an id changed or taken away, the rest added.
 * @throws Refusal 400 for what cannot be; stock is not looked at here
 */
export async function changedLines(
  reader: Reader,
  before: readonly OrderLine[],
  written: readonly WriteLine[] | undefined,
): Promise<UpdatedLine[]> {
  if (!written) return before.map(asItWas);
  const there = new Map(before.map((line) => [line.id, line]));
  checkIds(written, there);
  const staying = [...written.entries()].filter(([, line]) => !(line.id && isTakenAway(line)));
  const pieces = await resolveLineProducts(reader, staying, there);
  const named = new Set(written.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !named.has(id)).map(asItWas),
    ...staying.map(([index, line]) => after(line.id ? there.get(line.id) : undefined, pieces.get(index), line, index)),
  ];
}
