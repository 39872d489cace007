import type { UpdateOrder } from "#contract/woo/order-write.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/http/errors.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { Order, OrderAddress } from "../order.ts";
import { changedCharges, type UpdatedCharge } from "./charge-changes.ts";
import { changedLines, type UpdatedLine } from "./line-changes.ts";
import { orderErrors } from "./order-errors.ts";

/** What a merchant's write decides of an order, apart from its status. Money is whole đồng. */
export interface UpdatedOrder
  extends Pick<
    Order,
    | "customerId"
    | "paymentMethod"
    | "paymentMethodTitle"
    | "transactionId"
    | "billing"
    | "shipping"
    | "customerNote"
    | "metaData"
    | "createdVia"
    | "shippingMethod"
    | "shippingMethodTitle"
  > {
  lines: UpdatedLine[];
  charges: UpdatedCharge[];
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  feeTotal: number;
  total: number;
}

const noAddress: OrderAddress = {
  ...{ first_name: "", last_name: "", company: "", address_1: "", address_2: "" },
  ...{ city: "", state: "", postcode: "", country: "", phone: "" },
};

/** An order of which nothing is said yet. */
export const blankOrder: UpdatedOrder & Pick<Order, "lines" | "charges"> = {
  ...{ customerId: null, paymentMethod: "", paymentMethodTitle: "", transactionId: "", customerNote: "" },
  ...{ billing: { ...noAddress, email: "" }, shipping: noAddress, metaData: [], createdVia: "rest-api" },
  ...{ shippingMethod: "flat_rate", shippingMethodTitle: "", lines: [], charges: [] },
  ...{ subtotal: 0, discountTotal: 0, shippingTotal: 0, feeTotal: 0, total: 0 },
};

/** More would not be counted exactly. */
const mostTotal = 100_000_000_000_000;

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** @throws Refusal 400 where rebates are more than everything else, or the order is worth more than can be counted */
function totalsOf(lines: readonly UpdatedLine[], charges: readonly UpdatedCharge[]) {
  const subtotal = sum(lines, (line) => line.subtotal);
  const paid = sum(lines, (line) => line.total);
  const of = (kind: UpdatedCharge["kind"]) =>
    sum(
      charges.filter((charge) => charge.kind === kind),
      ({ total }) => total,
    );
  const [shippingTotal, feeTotal] = [of("shipping"), of("fee")];
  const total = paid + shippingTotal + feeTotal;
  if (total < 0) throw invalidParam("fee_lines", "fee_lines would make the order's total negative.");
  if (subtotal + shippingTotal + Math.abs(feeTotal) > mostTotal)
    throw invalidParam("line_items", "line_items are worth more than an order can be.");
  return { subtotal, discountTotal: subtotal - paid, shippingTotal, feeTotal, total };
}

/** How an order is delivered as a whole, as the storefront's history says it. */
function deliveryOf(charges: readonly UpdatedCharge[]): Pick<UpdatedOrder, "shippingMethod" | "shippingMethodTitle"> {
  const ways = charges.filter(({ kind }) => kind === "shipping");
  const fetched = ways.length > 0 && ways.every(({ methodId }) => methodId === "local_pickup");
  return { shippingMethod: fetched ? "local_pickup" : "flat_rate", shippingMethodTitle: ways[0]?.title ?? "" };
}

async function customerOf(tx: Tx, id: number | undefined, before: number | null): Promise<number | null> {
  if (id === undefined) return before;
  if (id === 0) return null;
  // locked, so that nobody deletes the account before the order has it
  if (await tx.one(sql`select from customer where id = ${id} for key share`)) return id;
  throw orderErrors.customer();
}

/** The named parts of an address over what it was. */
const placed = <Place extends OrderAddress>(
  before: Place,
  named: { [Field in keyof Place]?: Place[Field] | undefined },
): Place => ({
  ...before,
  ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
});

function addressesOf(before: Pick<UpdatedOrder, "billing" | "shipping">, { billing, shipping }: UpdateOrder) {
  const { email, ...place } = billing ?? {};
  // null is no address to write to
  const named = { ...place, email: email === null ? "" : email };
  return { billing: placed(before.billing, named), shipping: placed(before.shipping, shipping ?? {}) };
}

const refuseCoupons = ({ coupon_lines = [] }: UpdateOrder): void => {
  for (const { code } of coupon_lines) throw orderErrors.coupon(code ?? "");
};

/**
 * An order as a write leaves it: what the body names is changed, everything else stays, totals follow.
 * @param before the order as it is, its row locked; or {@link blankOrder}
 * @throws Refusal 400 for what cannot be; stock is not looked at here
 */
export async function changedOrder(
  tx: Tx,
  before: Omit<UpdatedOrder, "lines" | "charges"> & Pick<Order, "lines" | "charges">,
  body: UpdateOrder,
): Promise<UpdatedOrder> {
  refuseCoupons(body);
  const customerId = await customerOf(tx, body.customer_id, before.customerId);
  const lines = await changedLines(tx, before.lines, body.line_items);
  const charges = changedCharges(before.charges, body);
  return {
    ...{ customerId, lines, charges },
    ...addressesOf(before, body),
    ...deliveryOf(charges),
    ...totalsOf(lines, charges),
    paymentMethod: body.payment_method ?? before.paymentMethod,
    paymentMethodTitle: body.payment_method_title ?? before.paymentMethodTitle,
    transactionId: body.transaction_id ?? before.transactionId,
    customerNote: body.customer_note ?? before.customerNote,
    metaData: mergeMeta(before.metaData, body.meta_data ?? []),
    createdVia: body.created_via ?? before.createdVia,
  };
}
