import type { WriteLine } from "#contract/woo/order-write.ts";
import { type Purchasable, purchasablesOf } from "#shop/catalog/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type LineError, throwLineErrors } from "../line-errors.ts";
import type { OrderLine } from "../order.ts";
import { orderErrors } from "./order-errors.ts";

/** What a line names; a code wins over the ids, and a variation over its product, as in WooCommerce. */
interface Reference {
  /** place in the call's list */
  index: number;
  sku: string | null;
  id: number | null;
}

const referenceOf = ({ sku, variation_id, product_id }: WriteLine, index: number): Reference => ({
  index,
  sku: sku || null,
  id: sku ? null : variation_id || product_id || null,
});

/** A line that is sent back as it was read names nothing new, even if its product is gone by now. */
function namesAnother(line: OrderLine, { sku, variation_id, product_id }: WriteLine): boolean {
  if (sku) return sku !== line.sku;
  if (variation_id) return variation_id !== line.variationId;
  return Boolean(product_id) && product_id !== line.productId && product_id !== line.variationId;
}

/** The products that lines of a write name, by place; none for a line that keeps its product. */
export type NamedPieces = ReadonlyMap<number, Purchasable>;

const find = async (reader: Reader, references: readonly Reference[]): Promise<NamedPieces> => {
  const found = await purchasablesOf<{ index: number }>(
    reader,
    sql`select distinct on (w.index) w.index, coalesce(v.product_id, p.id) product_id, v.id variation_id
        from unnest(${references.map(({ index }) => index)}::integer[], ${references.map(({ sku }) => sku)}::text[],
          ${references.map(({ id }) => id)}::integer[]) w (index, sku, id)
        left join variation v on v.id = w.id or v.sku = w.sku
        left join product p on v.id is null and (p.id = w.id or p.sku = w.sku) and p.status <> 'trash'
        order by w.index, v.id, p.id`,
  );
  return new Map(found.map(({ input, ...piece }) => [input.index, piece]));
};

function badLine({ index, sku, id }: Reference, piece: Purchasable | undefined): LineError[] {
  const name = sku === null ? `product ${id}` : `SKU "${sku}"`;
  const at = `line_items[${index}]`;
  const named = { index, product_id: piece?.productId ?? id ?? 0, variation_id: null, available: null };
  if (!piece) return [{ ...named, code: "not_found", message: `${at}: there is no ${name}.` }];
  if (!piece.needsVariation) return [];
  return [{ ...named, code: "option_required", message: `${at}: ${name} is sold by its variations; name one.` }];
}

/**
 * Looks up what the lines of a write name.
 * @throws Refusal 400 for a new line that names nothing, and naming each that names nothing that there is
 */
export async function resolveLineProducts(
  reader: Reader,
  written: readonly (readonly [index: number, line: WriteLine])[],
  before: ReadonlyMap<number, OrderLine>,
): Promise<NamedPieces> {
  const references = written.flatMap(([index, line]): Reference[] => {
    const there = line.id ? before.get(line.id) : undefined;
    const reference = referenceOf(line, index);
    if (there) return namesAnother(there, line) ? [reference] : [];
    if (reference.sku === null && reference.id === null) throw orderErrors.product();
    return [reference];
  });
  if (references.length === 0) return new Map();
  const pieces = await find(reader, references);
  const bad = references.flatMap((reference) => badLine(reference, pieces.get(reference.index)));
  if (bad.length > 0) throwLineErrors("line_items", bad);
  return pieces;
}
