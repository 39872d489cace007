import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { OrderCharge, OrderLine } from "../order.ts";
import type { UpdatedCharge } from "./charge-changes.ts";
import type { UpdatedLine } from "./line-changes.ts";

const lineRow = (line: UpdatedLine, place: number) => ({
  place,
  id: line.id,
  product_id: line.productId,
  variation_id: line.variationId,
  stock_id: line.stockId,
  name: line.name,
  sku: line.sku,
  options: line.options,
  image: line.image,
  slug: line.slug,
  quantity: line.quantity,
  unit_price: line.unitPrice,
  subtotal: line.subtotal,
  total: line.total,
  own_name: line.ownName,
  meta_data: line.metaData,
});

const chargeRow = (charge: UpdatedCharge, place: number) => ({
  place,
  id: charge.id,
  kind: charge.kind,
  method_id: charge.methodId,
  title: charge.title,
  instance_id: charge.instanceId,
  total: charge.total,
  meta_data: charge.metaData,
});

/** Those of them that are new, and those whose row is not what it was. */
function split<After extends { id: number | null }>(before: readonly { id: number }[], after: readonly After[]) {
  const rows = after.map((item, place) => ({ item, place }));
  const there = new Set(after.map(({ id }) => id));
  return {
    gone: before.map(({ id }) => id).filter((id) => !there.has(id)),
    added: rows.filter(({ item }) => item.id === null),
    kept: rows.filter(({ item }) => item.id !== null),
  };
}

const lineColumns = sql`l (place integer, id integer, product_id integer, variation_id integer, stock_id integer,
  name jsonb, sku text, options jsonb, image text, slug text, quantity integer, unit_price bigint, subtotal bigint,
  total bigint, own_name text, meta_data jsonb)`;

async function writeLines(tx: Tx, orderId: number, before: readonly OrderLine[], after: readonly UpdatedLine[]) {
  const { gone, added, kept } = split(before, after);
  const rows = (lines: typeof kept) =>
    sql`jsonb_to_recordset(${json(lines.map(({ item, place }) => lineRow(item, place)))}::jsonb)`;
  if (gone.length > 0)
    await tx.run(sql`delete from order_line where order_id = ${orderId} and id = any(${gone}::integer[])`);
  if (kept.length > 0)
    await tx.run(sql`
      update order_line o set product_id = l.product_id, variation_id = l.variation_id, stock_id = l.stock_id,
        name = l.name, sku = l.sku, options = l.options, image = l.image, slug = l.slug, quantity = l.quantity,
        unit_price = l.unit_price, subtotal = l.subtotal, total = l.total, own_name = l.own_name, meta_data = l.meta_data
      from ${rows(kept)} ${lineColumns} where o.id = l.id and o.order_id = ${orderId}`);
  if (added.length > 0)
    await tx.run(sql`
      insert into order_line (order_id, product_id, variation_id, stock_id, name, sku, options, image, slug, quantity,
        unit_price, subtotal, total, own_name, meta_data)
      select ${orderId}, product_id, variation_id, stock_id, name, sku, options, image, slug, quantity, unit_price,
        subtotal, total, own_name, meta_data from ${rows(added)} ${lineColumns} order by place`);
}

const chargeColumns = sql`c (place integer, id integer, kind text, method_id text, title text, instance_id text,
  total bigint, meta_data jsonb)`;

async function writeCharges(tx: Tx, orderId: number, before: readonly OrderCharge[], after: readonly UpdatedCharge[]) {
  const { gone, added, kept } = split(before, after);
  const rows = (charges: typeof kept) =>
    sql`jsonb_to_recordset(${json(charges.map(({ item, place }) => chargeRow(item, place)))}::jsonb)`;
  if (gone.length > 0)
    await tx.run(sql`delete from order_charge where order_id = ${orderId} and id = any(${gone}::integer[])`);
  if (kept.length > 0)
    await tx.run(sql`
      update order_charge o set method_id = c.method_id, title = c.title, instance_id = c.instance_id, total = c.total,
        meta_data = c.meta_data
      from ${rows(kept)} ${chargeColumns} where o.id = c.id and o.order_id = ${orderId}`);
  if (added.length > 0)
    await tx.run(sql`
      insert into order_charge (order_id, kind, method_id, title, instance_id, total, meta_data)
      select ${orderId}, kind, method_id, title, instance_id, total, meta_data
      from ${rows(added)} ${chargeColumns} order by place`);
}

interface Items<Line, Charge> {
  lines: readonly Line[];
  charges: readonly Charge[];
}

/** Writes the lines, shipping and fees of an order as they are now. */
export async function writeItems(
  tx: Tx,
  orderId: number,
  before: Items<OrderLine, OrderCharge>,
  after: Items<UpdatedLine, UpdatedCharge>,
): Promise<void> {
  await writeLines(tx, orderId, before.lines, after.lines);
  await writeCharges(tx, orderId, before.charges, after.charges);
}
