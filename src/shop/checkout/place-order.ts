import type { StoredAddress } from "#contract/address.ts";
import { dong } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { Language } from "#contract/language.ts";
import { bridgeOrderAddress, type DeliveryPlace, pricedPlaceOf, resolveChoice } from "#shop/addresses/index.ts";
import { removeOrderedLinesSql } from "#shop/cart/index.ts";
import { productDetailsOf, reserveStock, slowestMakingDays } from "#shop/catalog/index.ts";
import {
  type DeliveryPromise,
  insertPromise,
  promiseDelivery,
  promisedDays,
  promisedPlaceOf,
} from "#shop/delivery-promise/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";
import { resolveWard } from "#shop/locations/index.ts";
import { type NewConfirmation, insertConfirmation, type Order, sendOrderConfirmation } from "#shop/orders/index.ts";
import { createCodPayment } from "#shop/payments/index.ts";
import { needsShipping, quoteShipping, type ShippingQuery } from "#shop/shipping/index.ts";
import { type CheckedLine, checkLines, throwOutOfStock } from "./check-lines.ts";
import type { Checkout } from "./checkout.ts";
import { readCodLimitCheck } from "./cod-limits.ts";
import { invalidFields } from "./form-check.ts";
import { guestOrderSql, placeKeyOf } from "./guest-order.ts";
import { draftOrder, type OrderDraft } from "./order-draft.ts";
import { assertUnpaidLimits, readUnpaidLimits } from "./unpaid-limits.ts";
import { type Placed, writeOrder } from "./write-order.ts";

/** The properties of the request body that errors refer to, and the language of the messages. */
export interface FieldNames {
  lang: Language;
  /** the property with the lines */
  lines: string;
  /** the property with the address */
  address: string;
}

/** An order that is checked and priced but not stored. */
export interface PricedOrder {
  checked: readonly CheckedLine[];
  draft: OrderDraft;
  /** null if nothing is delivered */
  promise: DeliveryPromise | null;
}

interface DeliveryAddress {
  /** null for a pickup */
  ward: DeliveryPlace | null;
  /** in both schemes; null while the search of addresses is off */
  address: StoredAddress | null | Promise<StoredAddress | null>;
}

/** The selected ward with its names. @throws HttpError 400 if it is not in the named district, or no ward */
async function addressOf(
  shop: AppContext,
  { ward: selected, choice, shipping }: Pick<Checkout, "ward" | "choice" | "shipping">,
  { lang, address: parameter }: Pick<FieldNames, "lang" | "address">,
): Promise<DeliveryAddress> {
  if (!selected) return { ward: null, address: null };
  const wrong = (message: "address.unknown_ward" | "order_errors.ward_mismatch") =>
    invalidFields([{ parameter, label: "ward", message: t(lang, message) }]);
  if (choice && (await isAddressSearchOn(shop))) {
    const chosen = await resolveChoice(shop, choice, shipping.street);
    if (!chosen) throw wrong("address.unknown_ward");
    return { ward: chosen.place, address: chosen.address };
  }
  const ward = await resolveWard(shop, selected);
  if (!ward) throw wrong("order_errors.ward_mismatch");
  return { ward, address: bridgeOrderAddress(shop, ward, shipping.street) };
}

/** When the order arrives, or is ready for pickup; null for virtual lines alone. It may call the carrier. */
async function promiseOf(
  shop: AppContext,
  lines: readonly CheckedLine[],
  ward: DeliveryPlace | null,
): Promise<DeliveryPromise | null> {
  const products = lines.map(({ product }) => product);
  if (!needsShipping(products)) return null;
  return promiseDelivery(shop, {
    place: ward && promisedPlaceOf(ward),
    makingDays: slowestMakingDays(products),
  });
}

/**
 * What the address of a checkout decides: the shipping cost, the promise, and the ward in both schemes. It may call the carrier.
 * @param items the lines at the prices of the order
 * @throws HttpError 400 if the ward is not in the named district
 */
export async function resolveDelivery(
  shop: AppContext,
  checkout: Checkout,
  {
    checked,
    items,
    ...fields
  }: Pick<FieldNames, "lang" | "address"> & { checked: readonly CheckedLine[]; items: ShippingQuery["items"] },
) {
  const { ward, address: bridged } = await addressOf(shop, checkout, fields);
  const quoteTo = async () =>
    quoteShipping(shop, {
      method: checkout.shippingMethod,
      destination: ward && (await pricedPlaceOf(shop, ward)),
      items,
    });
  const [quote, promise, address] = await Promise.all([quoteTo(), promiseOf(shop, checked, ward), bridged]);
  return { ward, quote, promise, address };
}

/**
 * Checks a checkout against catalog and map, and prices it. It may call the carrier.
 * @param reserved see checkLines
 * @throws HttpError 400 for lines that cannot be ordered, or a ward that is not in the named district
 */
export async function priceOrder(
  shop: AppContext,
  checkout: Checkout,
  { reserved, ...fields }: FieldNames & { reserved?: ReadonlyMap<number, number> },
): Promise<PricedOrder> {
  const { lang } = fields;
  const options = {
    parameter: fields.lines,
    lang,
    details: productDetailsOf(shop.cache),
    ...(reserved && { reserved }),
  };
  const checked = await checkLines(shop.db, checkout.lines, options);
  const items = checked.map(({ product: { virtual, weightG, unitPrice: price }, quantity }) => ({
    ...{ virtual, weightG, price, quantity },
  }));
  // WooCommerce's default, too: there is no delivery at which cash could be collected
  if (isCashMethod(checkout.paymentMethod) && !needsShipping(items))
    throw new HttpError(400, "cod_virtual", t(lang, "order_errors.cod_virtual"));
  const { promise, ...delivery } = await resolveDelivery(shop, checkout, { checked, items, ...fields });
  return { checked, draft: draftOrder(checkout, { lines: checked, ...delivery, lang }), promise };
}

/** The part of an order that its confirmation email shows, before the order is stored. */
export const forEmail = (
  id: number,
  { paymentMethod, shippingMethod }: Checkout,
  {
    draft,
    promise,
    confirmBy = null,
    now,
  }: { draft: OrderDraft; promise: DeliveryPromise | null; confirmBy?: Date | null; now: Date },
) => ({
  ...{ id, createdAt: now, paymentMethod, shippingMethod, feeTotal: dong(0) },
  ...draft,
  promise: promise && promisedDays(promise),
  confirmBy,
});

/**
 * Places an order: reserves stock, inserts order, ledger entry and email, and for cash clears the cart. An online order has
 * no payment attempt yet, and its lines stay in the cart until it is paid. All statements go out in one round trip; an
 * error rolls all of them back with the transaction.
 * @param id from `nextOrderId`
 * @returns the order as stored
 * @throws HttpError 400 for stock that other orders have reserved since, and a violated `idempotency_key_pkey` if the same
 * submit has created its order
 */
export async function placeOrder(
  tx: Tx,
  id: number,
  checkout: Checkout,
  {
    priced: { checked, draft, promise },
    placed,
    fields,
    limited,
    confirmation,
  }: {
    priced: PricedOrder;
    placed: Placed;
    fields: FieldNames;
    limited: boolean;
    confirmation: NewConfirmation | null;
  },
): Promise<Order> {
  const { lang } = fields;
  const isCod = isCashMethod(checkout.paymentMethod);
  const { now } = placed;
  const dependent = {
    promise: promise && insertPromise(sql`o`, promise),
    payment: isCod ? createCodPayment : null,
    cart: isCod ? removeOrderedLinesSql(placed.buyer, draft.lines) : null,
    guest: guestOrderSql(draft, placed),
    confirmation: confirmation && ((stored: Sql) => insertConfirmation(stored, confirmation, now)),
    email: sendOrderConfirmation(
      forEmail(id, checkout, { draft, promise, confirmBy: confirmation?.confirmBy ?? null, now }),
      { lang },
    ),
  };
  const [checkCodLimits, unpaidLimits, order, reservation] = await Promise.all([
    isCod ? readCodLimitCheck(tx, placed.buyer, { limited }) : null,
    isCod ? null : readUnpaidLimits(tx, { limited }),
    writeOrder(tx, { id, checkout, draft, placed, lang }, dependent),
    // last, since it locks the stock rows: other orders of the same stock wait from here on
    reserveStock(
      tx,
      checked.map(({ product, quantity }) => ({ stockId: product.stockId, quantity })),
      { reason: "sold", orderId: id, actor: placed.actor },
    ),
  ]);
  if (!reservation.ok) throwOutOfStock(checked, reservation.short, { parameter: fields.lines, lang });
  const { buyer, network } = placed;
  const { phone } = draft.billing;
  await checkCodLimits?.({
    ...{ total: draft.total, phone, lang, orderId: id },
    ...{ placeKey: placeKeyOf(draft), network, confirms: confirmation !== null, now },
  });
  if (unpaidLimits)
    await assertUnpaidLimits(tx, unpaidLimits, { total: draft.total, phone, buyer, lang, orderId: id, now });
  return order;
}
