import { formatDayRange } from "#contract/calendar-days.ts";
import type { Cart } from "#contract/cart.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, formatUsdCents, type UsdCents } from "#contract/money.ts";
import type { ExpectedLine, OrderAmounts } from "#contract/order.ts";
import { areLinesInCart } from "#shop/cart/index.ts";
import { type DeliveryPromise, promisedDays } from "#shop/delivery-promise/index.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { mergeDuplicateLines } from "./check-lines.ts";
import type { ExpectedOrder, RequestedLine } from "./checkout.ts";
import { combineKeys, keyOfLine } from "./line-keys.ts";
import type { OrderedLines } from "./unpaid-orders.ts";

const orderChanged = "lianne_order_changed";

/** Line totals, shipping cost, total, and the charge of a payment in dollars; null for any other. */
interface Amounts {
  lines: readonly (RequestedLine & { total: Dong })[];
  shippingTotal: Dong;
  total: Dong;
  usdCents: UsdCents | null;
}

const expectedKey = (lines: readonly ExpectedLine[]): string =>
  combineKeys(lines.map(({ cart_item_key: key, quantity, price }) => `${key}:${quantity}:${price * quantity}`));

const actualKey = (lines: Amounts["lines"]): string =>
  combineKeys(lines.map((line) => `${keyOfLine(line)}:${line.quantity}:${line.total}`));

/** Whether the customer saw these amounts; true for a client that does not report what it displayed. */
export const isExpected = (expected: ExpectedOrder, { lines, total, usdCents }: Amounts): boolean =>
  (expected.total === undefined || expected.total === total) &&
  (expected.lines === undefined || expectedKey(expected.lines) === actualKey(lines)) &&
  (expected.usdCents === undefined || usdCents === null || expected.usdCents === usdCents);

/** The first difference: the total, the lines at the same total, or only the exchange rate. */
function describeDifference(expected: ExpectedOrder, { lines, total, usdCents }: Amounts, lang: Language): string {
  if (expected.total !== undefined && expected.total !== total)
    return t(lang, "order_errors.amounts_changed", { before: formatDong(expected.total), after: formatDong(total) });
  const isCharge = expected.lines === undefined || expectedKey(expected.lines) === actualKey(lines);
  return isCharge && expected.usdCents !== undefined && usdCents !== null
    ? t(lang, "order_errors.amounts_changed", {
        before: formatUsdCents(expected.usdCents),
        after: formatUsdCents(usdCents),
      })
    : t(lang, "order_errors.lines_changed", { total: formatDong(total) });
}

/** 409 with the amounts of the order. */
export function amountsChanged(expected: ExpectedOrder, actual: Amounts, lang: Language): HttpError {
  const amounts: OrderAmounts = {
    lines: actual.lines.map(({ productId, variationId, quantity, total }) => ({
      ...{ cart_item_key: keyOfLine({ productId, variationId }), product_id: productId, variation_id: variationId },
      // only a merchant can make a total that is no multiple of the quantity
      ...{ quantity, price: dong(Math.round(total / quantity)), total },
    })),
    shipping_total: actual.shippingTotal,
    total: actual.total,
    ...(actual.usdCents !== null && { usd_cents: actual.usdCents }),
  };
  return new HttpError(409, orderChanged, describeDifference(expected, actual, lang), { extra: { ...amounts } });
}

/** @throws HttpError 409 with the amounts of the order in `data` if the customer saw others */
export function assertExpected(expected: ExpectedOrder, actual: Amounts, lang: Language): void {
  if (!isExpected(expected, actual)) throw amountsChanged(expected, actual, lang);
}

/** @throws HttpError 409 with the new days in `data` if the order would arrive later than the customer saw */
export function assertPromised(expected: ExpectedOrder, promise: DeliveryPromise | null, lang: Language): void {
  if (!promise || expected.deliveryBy === undefined) return;
  const { from, by } = promisedDays(promise);
  if (by <= expected.deliveryBy) return;
  const message = t(lang, "order_errors.promise_later", { days: formatDayRange(lang, from, by) });
  throw new HttpError(409, "lianne_promise_changed", message, { extra: { promised_from: from, promised_by: by } });
}

/** Thrown inside the order's transaction, which it rolls back; {@link cartChanged} is the response. */
export class CartChangedError extends Error {}

/**
 * Whether the cart has the lines of an order from the cart; true for any other order. Another tab or device may have
 * removed a line or changed its quantity.
 */
export const isCartUnchanged = async (reader: Reader, { buyer, lines, fromCart }: OrderedLines): Promise<boolean> =>
  !fromCart || areLinesInCart(reader, buyer, mergeDuplicateLines(lines));

/** 409 with the cart as it is. */
export const cartChanged = (cart: Cart, lang: Language): HttpError =>
  new HttpError(409, orderChanged, t(lang, "order_errors.cart_changed"), { extra: { cart } });
