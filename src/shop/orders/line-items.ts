import { giftsOfLines } from "#contract/free-gift.ts";
import { dong, multiply, sum } from "#contract/money.ts";
import { type Purchasable, pictureOf } from "#shop/catalog/index.ts";
import { json, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { OrderLine } from "./order.ts";

/** A line that is not stored yet. */
export type NewLineItem = Omit<OrderLine, "id">;

type Promised = Purchasable["gifts"][number];
const toLineGift = (gift: Promised | null | undefined): NewLineItem["gift"] =>
  gift
    ? {
        ...{ slug: gift.slug, name: gift.name, image: pictureOf(gift.picture, "vi").src },
        ...{ quantity: gift.quantity, minAmount: gift.minAmount },
      }
    : null;

/** What decides about the gift of a line of this product. */
const giftLine = ({ attributes, gifts }: Purchasable) => ({ options: attributes, gifts });

/**
 * Gives new lines their free gifts, by the amount of the whole order. Lines without a product keep what they were promised.
 * @param products by the line's place
 */
export function withGifts<Line extends NewLineItem>(
  lines: readonly Line[],
  products: readonly (Purchasable | undefined)[],
): Line[] {
  const amount = sum(lines.map(({ subtotal }) => subtotal));
  const unchanged = lines.filter((_line, place) => !products[place]);
  const given = unchanged.flatMap(({ gift }) => (gift?.slug && gift.minAmount ? [gift.slug] : []));
  const nothing = { options: [], gifts: [] };
  const gifts = giftsOfLines<Promised>(
    lines.map((_line, place) => {
      const product = products[place];
      return product ? giftLine(product) : nothing;
    }),
    amount,
    given,
  );
  return lines.map((line, place) => (products[place] ? { ...line, gift: toLineGift(gifts[place]) } : line));
}

/** A line as the catalog describes the product now, at the catalog's price, with the gift that it has in any order. */
export const toLineItem = ({ product, quantity }: { product: Purchasable; quantity: number }): NewLineItem => ({
  productId: product.productId,
  variationId: product.variationId,
  // null for unmanaged stock: nothing was reserved, so nothing is released even if the stock is managed by then
  stockId: product.managed ? product.stockId : null,
  name: product.name,
  sku: product.sku || null,
  options: product.attributes.map(({ slug, name, value, option }) => ({ slug, name, value, option })),
  image: product.picture ? pictureOf(product.picture, "vi").src : "",
  gift: toLineGift(giftsOfLines([giftLine(product)], dong(0))[0]),
  slug: product.slug,
  quantity,
  unitPrice: product.unitPrice,
  subtotal: multiply(product.unitPrice, quantity),
  total: multiply(product.unitPrice, quantity),
  ownName: null,
  metaData: [],
  restocked: 0,
});

type WrittenLineItem = NewLineItem & { id?: number | null };

const toRow = (line: WrittenLineItem, position: number) => ({
  position,
  id: line.id ?? null,
  product_id: line.productId,
  variation_id: line.variationId,
  stock_id: line.stockId,
  name: line.name,
  sku: line.sku,
  options: line.options,
  image: line.image,
  gift: line.gift,
  slug: line.slug,
  quantity: line.quantity,
  unit_price: line.unitPrice,
  subtotal: line.subtotal,
  total: line.total,
  custom_name: line.ownName,
  meta_data: line.metaData,
});

/** Lines as a row source named `l`, for a `from` clause. */
const lineRows = (lines: readonly WrittenLineItem[]): Sql => sql`
  jsonb_to_recordset(${json(lines.map(toRow))}::jsonb) l (position integer, id integer, product_id integer,
    variation_id integer, stock_id integer, name jsonb, sku text, options jsonb, image text, gift jsonb, slug text, quantity integer,
    unit_price bigint, subtotal bigint, total bigint, custom_name text, meta_data jsonb)`;

/**
 * Inserts lines in their order.
 * @param order a row source with the order's `id`: a CTE or a subquery
 */
export const insertLineItems = (order: Sql, lines: readonly NewLineItem[]): Sql => sql`
  insert into order_line (order_id, product_id, variation_id, stock_id, name, sku, options, image, gift, slug,
    quantity, unit_price, subtotal, total, custom_name, meta_data)
  select new_order.id, l.product_id, l.variation_id, l.stock_id, l.name, l.sku, l.options, l.image, l.gift, l.slug,
    l.quantity, l.unit_price, l.subtotal, l.total, l.custom_name, l.meta_data
  from ${order} new_order, ${lineRows(lines)}
  order by l.position returning id, product_id, quantity`;

/** Overwrites stored lines, by their ids. */
export const updateLineItems = (orderId: number, lines: readonly WrittenLineItem[]): Sql => sql`
  update order_line o set product_id = l.product_id, variation_id = l.variation_id, stock_id = l.stock_id,
    name = l.name, sku = l.sku, options = l.options, image = l.image, gift = l.gift, slug = l.slug, quantity = l.quantity,
    unit_price = l.unit_price, subtotal = l.subtotal, total = l.total, custom_name = l.custom_name, meta_data = l.meta_data
  from ${lineRows(lines)} where o.id = l.id and o.order_id = ${orderId}`;
