import { type Dong, dong, subtract, sum } from "#contract/money.ts";
import type { UpdateOrder } from "#contract/woo/order-write.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { Order, OrderAddress } from "../order.ts";
import { applyChargeChanges, type UpdatedCharge } from "./charge-changes.ts";
import { applyLineChanges, type UpdatedLine } from "./line-changes.ts";
import { orderErrors } from "./order-errors.ts";

/** What a merchant's write sets of an order, except its status. */
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
  subtotal: Dong;
  discountTotal: Dong;
  shippingTotal: Dong;
  feeTotal: Dong;
  total: Dong;
}

const noAddress: OrderAddress = {
  ...{ first_name: "", last_name: "", company: "", address_1: "", address_2: "" },
  ...{ city: "", state: "", postcode: "", country: "", phone: "" },
};

const nothing = dong(0);

/** An empty order, to which a create is applied. */
export const blankOrder: UpdatedOrder & Pick<Order, "lines" | "charges"> = {
  ...{ customerId: null, paymentMethod: "", paymentMethodTitle: "", transactionId: "", customerNote: "" },
  ...{ billing: { ...noAddress, email: "" }, shipping: noAddress, metaData: [], createdVia: "rest-api" },
  ...{ shippingMethod: "flat_rate", shippingMethodTitle: "", lines: [], charges: [] },
  ...{ subtotal: nothing, discountTotal: nothing, shippingTotal: nothing, feeTotal: nothing, total: nothing },
};

/** Larger totals would exceed the safe integers. */
const maxTotal = dong(100_000_000_000_000);

/** @throws HttpError 400 if rebates exceed everything else, or the total exceeds the maximum */
function totalsOf(lines: readonly UpdatedLine[], charges: readonly UpdatedCharge[]) {
  const subtotal = sum(lines.map((line) => line.subtotal));
  const paid = sum(lines.map((line) => line.total));
  const of = (kind: UpdatedCharge["kind"]) =>
    sum(charges.filter((charge) => charge.kind === kind).map((charge) => charge.total));
  const [shippingTotal, feeTotal] = [of("shipping"), of("fee")];
  const total = sum([paid, shippingTotal, feeTotal]);
  if (total < 0) throw invalidParam("fee_lines", "fee_lines would make the order's total negative.");
  if (subtotal + shippingTotal + Math.abs(feeTotal) > maxTotal)
    throw invalidParam("line_items", "line_items are worth more than an order can be.");
  return { subtotal, discountTotal: subtract(subtotal, paid), shippingTotal, feeTotal, total };
}

/** The delivery method of the whole order, as the storefront's history shows it. */
function deliveryOf(charges: readonly UpdatedCharge[]): Pick<UpdatedOrder, "shippingMethod" | "shippingMethodTitle"> {
  const shippingCharges = charges.filter(({ kind }) => kind === "shipping");
  const isPickup = shippingCharges.length > 0 && shippingCharges.every(({ methodId }) => methodId === "local_pickup");
  return {
    shippingMethod: isPickup ? "local_pickup" : "flat_rate",
    shippingMethodTitle: shippingCharges[0]?.title ?? "",
  };
}

async function resolveCustomer(tx: Tx, id: number | undefined, before: number | null): Promise<number | null> {
  if (id === undefined) return before;
  if (id === 0) return null;
  // locked, so that the account is not deleted before the order refers to it
  if (await tx.one(sql`select from customer where id = ${id} for key share`)) return id;
  throw orderErrors.customer();
}

/** The address with the fields that the request names replaced. */
const mergeAddress = <Place extends OrderAddress>(
  before: Place,
  named: { [Field in keyof Place]?: Place[Field] | undefined },
): Place => ({
  ...before,
  ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
});

function addressesOf(before: Pick<UpdatedOrder, "billing" | "shipping">, { billing, shipping }: UpdateOrder) {
  const { email, ...place } = billing ?? {};
  // null removes the email address
  const named = { ...place, email: email === null ? "" : email };
  return { billing: mergeAddress(before.billing, named), shipping: mergeAddress(before.shipping, shipping ?? {}) };
}

const rejectCoupons = ({ coupon_lines = [] }: UpdateOrder): void => {
  for (const { code } of coupon_lines) throw orderErrors.coupon(code ?? "");
};

/**
 * Applies a write to an order: changes what the body names and recomputes the totals.
 * @param before the stored order, its row locked; or {@link blankOrder}
 * @throws HttpError 400 for invalid input; stock is not checked here
 */
export async function applyOrderChanges(
  tx: Tx,
  before: Omit<UpdatedOrder, "lines" | "charges"> & Pick<Order, "lines" | "charges">,
  body: UpdateOrder,
): Promise<UpdatedOrder> {
  rejectCoupons(body);
  const customerId = await resolveCustomer(tx, body.customer_id, before.customerId);
  const lines = await applyLineChanges(tx, before.lines, body.line_items);
  const charges = applyChargeChanges(before.charges, body);
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
