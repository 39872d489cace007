import { z } from "zod";
import type { Language } from "#contract/language.ts";
import { dong, type Dong, formatDong } from "#contract/money.ts";
import { placeKeyOf } from "#shop/checkout/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { json } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  findOrder,
  fullAddress,
  lineName,
  type Order,
  type OrderActor,
  type OrderLocation,
  updateOrderIn,
} from "#shop/orders/index.ts";
import type { CustomerAct } from "./change-order.ts";

const Amount = z.int().transform(dong);

const AddressEdit = z.object({
  kind: z.literal("address"),
  shipping: z.object({
    address_1: z.string(),
    address_2: z.string(),
    state: z.string(),
    city: z.string(),
    postcode: z.string(),
  }),
  location: z.custom<OrderLocation>((value) => typeof value === "object" && value !== null),
  cost: Amount,
  /** the cost is 0 by the merchant's rule */
  free: z.boolean(),
  /** the parcel that is booked again */
  parcelId: z.int().nullable(),
});
const OptionEdit = z.object({
  kind: z.literal("option"),
  lineId: z.int(),
  productId: z.int(),
  variationId: z.int(),
  quantity: z.int(),
  /** of the line, as the customer saw it */
  total: Amount,
});

/** What a customer's change writes to an order; stored as JSON while it waits. */
export const OrderEdit = z.discriminatedUnion("kind", [AddressEdit, OptionEdit]);
export type OrderEdit = z.output<typeof OrderEdit>;

/** 409: the change costs more or less than the customer has paid, and that cannot be settled online. */
export const priceDiffers = (lang: Language, reason: "price_differs" | "refunded" = "price_differs"): HttpError =>
  new HttpError(409, "lianne_price_differs", t(lang, `self_service.${reason}`, { phone: t(lang, "footer.phone") }));

/** The order with a new address, before it is stored. */
export const withEdit = (order: Order, edit: OrderEdit, total: Dong): Order =>
  edit.kind === "address"
    ? { ...order, total, shipping: { ...order.shipping, ...edit.shipping }, location: edit.location }
    : { ...order, total };

async function writeAddress(
  tx: Tx,
  order: Order,
  { shipping: place, location, cost, free }: z.output<typeof AddressEdit>,
  context: { actor: OrderActor; now: Date },
): Promise<void> {
  const { id, billing, shipping, charges } = order;
  const charge = charges.find(({ kind }) => kind === "shipping");
  const isSameBilling = fullAddress(billing, null, "vi") === fullAddress(shipping, null, "vi");
  await updateOrderIn(
    tx,
    id,
    {
      ...{ shipping: place, ...(isSameBilling && { billing: place }) },
      ...(charge && { shipping_lines: [{ id: charge.id, total: cost }] }),
    },
    context,
  );
  await tx.run(sql`
    update orders set location = ${json(location)}::jsonb, shipping_free_by_rule = ${free} where id = ${id}`);
  if (order.customerId === null)
    await tx.run(sql`
      update guest_order set place_key = ${placeKeyOf({ shipping: { ...shipping, ...place }, location })} where order_id = ${id}`);
}

/**
 * Writes a change to an order, with its stock, its cash and the contents of its booked parcel. Call it with the order locked.
 * @param totalAfter what the customer has agreed to, and may have paid
 * @returns the order after it
 * @throws HttpError 400 if there is not enough stock; 409 `lianne_price_differs` if the order would have another total
 */
export async function writeEdit(
  tx: Tx,
  before: Order,
  edit: OrderEdit,
  { totalAfter, lang, ...context }: { totalAfter: Dong; lang: Language; actor: OrderActor; now: Date },
): Promise<Order> {
  if (edit.kind === "address") await writeAddress(tx, before, edit, context);
  else {
    const { lineId: id, productId: product_id, variationId: variation_id, quantity, total } = edit;
    const line = { id, product_id, variation_id, quantity, subtotal: total, total };
    await updateOrderIn(tx, before.id, { line_items: [line] }, context);
  }
  const after = await findOrder(tx, before.id);
  if (!after) throw new Error(`order ${before.id} is locked but was not found`);
  if (after.total !== totalAfter) throw priceDiffers(lang);
  return after;
}

/** A change that was applied, for the order's history. */
export function describeEdit(
  before: Order,
  after: Order,
  edit: OrderEdit,
): { act: CustomerAct; values: Record<string, string> } {
  const total = formatDong(after.total);
  if (edit.kind === "address") {
    const [from, to] = [before, after].map(({ shipping, location }) => fullAddress(shipping, location, "vi"));
    return { act: "address_changed", values: { from: from ?? "", to: to ?? "", total } };
  }
  const [from, to] = [before, after].map(({ lines }) => {
    const line = lines.find(({ id }) => id === edit.lineId);
    return line ? lineName(line, "vi") : "–";
  });
  return { act: "option_changed", values: { from: from ?? "", to: to ?? "", total } };
}
