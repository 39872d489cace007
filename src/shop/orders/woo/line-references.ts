import type { WriteLine } from "#contract/woo/order-write.ts";
import { type Purchasable, purchasablesOf } from "#shop/catalog/index.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type LineError, throwLineErrors } from "../line-errors.ts";
import type { OrderLine } from "../order.ts";
import { orderErrors } from "./order-errors.ts";

/**
 * The product that a line names: the SKU takes precedence over the ids, and the variation over its product, as in
 * WooCommerce.
 */
interface ProductReference {
  /** position in the request's list */
  index: number;
  sku: string | null;
  id: number | null;
}

const referenceOf = ({ sku, variation_id, product_id }: WriteLine, index: number): ProductReference => ({
  index,
  sku: sku || null,
  id: sku ? null : variation_id || product_id || null,
});

/** A line that is sent back unchanged names no other product, even if its product has been deleted. */
function changesProduct(line: OrderLine, { sku, variation_id, product_id }: WriteLine): boolean {
  if (sku) return sku !== line.sku;
  if (variation_id) return variation_id !== line.variationId;
  return Boolean(product_id) && product_id !== line.productId && product_id !== line.variationId;
}

/** The products that the lines of a request name, by position; without the lines whose product does not change. */
export type ProductsByLine = ReadonlyMap<number, Purchasable>;

const findProducts = async (reader: Reader, references: readonly ProductReference[]): Promise<ProductsByLine> => {
  const found = await purchasablesOf<{ index: number }>(
    reader,
    sql`select distinct on (w.index) w.index, coalesce(v.product_id, p.id) product_id, v.id variation_id
        from unnest(${references.map(({ index }) => index)}::integer[], ${references.map(({ sku }) => sku)}::text[],
          ${references.map(({ id }) => id)}::integer[]) w (index, sku, id)
        left join variation v on v.id = w.id or v.sku = w.sku
        left join product p on v.id is null and (p.id = w.id or p.sku = w.sku) and p.status <> 'trash'
        order by w.index, v.id, p.id`,
  );
  return new Map(found.map(({ input, ...product }) => [input.index, product]));
};

function referenceErrors({ index, sku, id }: ProductReference, product: Purchasable | undefined): LineError[] {
  const name = sku === null ? `product ${id}` : `SKU "${sku}"`;
  const at = `line_items[${index}]`;
  const named = { index, product_id: product?.productId ?? id ?? 0, variation_id: null, available: null };
  if (!product) return [{ ...named, code: "not_found", message: `${at}: there is no ${name}.` }];
  if (!product.needsVariation) return [];
  return [{ ...named, code: "option_required", message: `${at}: ${name} is sold by its variations; name one.` }];
}

/**
 * Looks up the products that the lines of a request name.
 * @throws HttpError 400 for a new line without a product, and for each line whose product does not exist
 */
export async function resolveLineProducts(
  reader: Reader,
  written: readonly (readonly [index: number, line: WriteLine])[],
  before: ReadonlyMap<number, OrderLine>,
): Promise<ProductsByLine> {
  const references = written.flatMap(([index, line]): ProductReference[] => {
    const existing = line.id ? before.get(line.id) : undefined;
    const reference = referenceOf(line, index);
    if (existing) return changesProduct(existing, line) ? [reference] : [];
    if (reference.sku === null && reference.id === null) throw orderErrors.product();
    return [reference];
  });
  if (references.length === 0) return new Map();
  const products = await findProducts(reader, references);
  const errors = references.flatMap((reference) => referenceErrors(reference, products.get(reference.index)));
  if (errors.length > 0) throwLineErrors("line_items", errors);
  return products;
}
