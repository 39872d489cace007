import type { PackScanResult } from "#contract/backoffice/packing.ts";
import type { Language, Translated } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { OrderLine } from "#shop/orders/index.ts";
import { unknownCode } from "./packing-errors.ts";
import { optionOf } from "./read-pack-orders.ts";
import { warrantyCode } from "./warranty-code.ts";

interface CatalogItem {
  productId: number;
  variationId: number | null;
  name: Translated;
  options: OrderLine["options"];
}

interface ScannedOrderLine extends Pick<OrderLine, "id" | "options" | "productId" | "variationId"> {
  quantity: number;
}

const nothing = { line_id: null, required: 0, name: "", option: "", expected: [], warranty: null };

/** The product or variation with this SKU or barcode; a variation first, since its product may have the same barcode. */
const findItem = (reader: Reader, code: string): Promise<CatalogItem | undefined> =>
  reader.one<CatalogItem>(sql`
    select "productId", "variationId", name, options from (
      select v.product_id "productId", v.id "variationId", p.name, coalesce((
          select jsonb_agg(jsonb_build_object('slug', a.slug, 'name', a.name, 'value', e.value, 'option', e.name) order by a.id)
          from variation_option o join term e on e.id = o.term_id join attribute a on a.id = e.attribute_id
          where o.variation_id = v.id), '[]') options, 1 rank
      from variation v join product p on p.id = v.product_id
      where v.sku = ${code} or v.extra ->> 'global_unique_id' = ${code}
      union all
      select p.id, null, p.name, '[]', 2 from product p where p.sku = ${code} or p.extra ->> 'global_unique_id' = ${code}) found
    order by rank limit 1`);

/** The line of an order that has this code: as it was ordered, or as the catalogue has it now. */
const linesOf = (reader: Reader, orderId: number): Promise<ScannedOrderLine[]> =>
  reader.all<ScannedOrderLine>(sql`
    select id, options, product_id "productId", variation_id "variationId", quantity - restocked quantity
    from order_line where order_id = ${orderId} and quantity > restocked order by id`);

async function scanItem(
  reader: Reader,
  { code, orderId, lang }: { code: string; orderId: number | undefined; lang: Language },
): Promise<PackScanResult | null> {
  const item = await findItem(reader, code);
  if (!item) return null;
  const lines = orderId === undefined ? [] : await linesOf(reader, orderId);
  const same = lines.filter(({ productId }) => productId === item.productId);
  const line = same.find(({ variationId }) => item.variationId === null || variationId === item.variationId);
  return {
    ...{ ...nothing, kind: "item", id: item.productId, name: item.name[lang], option: optionOf(item, lang) },
    ...{ line_id: line?.id ?? null, required: line?.quantity ?? 0 },
    expected: line ? [] : same.map((one) => ({ line_id: one.id, option: optionOf(one, lang), quantity: one.quantity })),
  };
}

/** An order by the tracking code of one of its parcels. */
async function scanLabel(reader: Reader, code: string): Promise<PackScanResult | null> {
  const parcel = await reader.one<{ id: number }>(sql`
    select order_id id from parcel where tracking_code = ${code} order by id desc limit 1`);
  return parcel ? { ...nothing, kind: "label", id: parcel.id } : null;
}

/** `10015`, `#10015`, or the address of the order in the back office, as slips have it in their QR code. */
const orderNumber = /^(?:#|https?:\/\/[^/]+\/admin\/(?:orders|pack)\/)?(\d{1,9})$/;

async function scanOrder(reader: Reader, code: string): Promise<PackScanResult | null> {
  const number = orderNumber.exec(code)?.[1];
  if (number === undefined) return null;
  const order = await reader.one<{ id: number }>(
    sql`select id from orders where id = ${Number(number)} and status <> 'trash'`,
  );
  return order ? { ...nothing, kind: "order", id: order.id } : null;
}

async function scanWarranty(reader: Reader, code: string): Promise<PackScanResult | null> {
  const number = warrantyCode(code);
  if (number === null) return null;
  const card = await reader.one<{ id: number }>(sql`select order_id id from warranty where code = ${number}`);
  return card ? { ...nothing, kind: "warranty", id: card.id, warranty: number } : null;
}

/**
 * What a code is. An item comes first, since a SKU may look like an order's number. @param orderId the order that is packed
 * @throws HttpError 404 `lianne_unknown_code`
 */
export async function scanCode(
  reader: Reader,
  { code, orderId, lang }: { code: string; orderId: number | undefined; lang: Language },
): Promise<PackScanResult> {
  const result =
    (await scanItem(reader, { code, orderId, lang })) ??
    (await scanWarranty(reader, code)) ??
    (await scanLabel(reader, code)) ??
    (await scanOrder(reader, code));
  if (!result) throw unknownCode(lang, code);
  return result;
}
