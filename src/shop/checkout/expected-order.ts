import type { Cart } from "#contract/cart.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, sum } from "#contract/money.ts";
import type { ExpectedOrder, OrderAmounts } from "#contract/order.ts";
import { areLinesInCart } from "#shop/cart/index.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { mergeDuplicateLines } from "./check-lines.ts";
import type { RequestedLine } from "./checkout.ts";
import type { OrderedLines } from "./unpaid-orders.ts";

/** Line totals, shipping cost and total. */
interface Amounts {
  lines: readonly (RequestedLine & { total: Dong })[];
  shippingTotal: Dong;
  total: Dong;
}

/** Prices of lines, by product and variation: a page may list one product in two lines. */
function totalsByProduct(lines: readonly { product: number; variation: number | null; total: Dong }[]): string {
  const totals = new Map<string, Dong>();
  for (const { product, variation, total } of lines) {
    const key = `${product}/${variation ?? 0}`;
    totals.set(key, sum([totals.get(key) ?? dong(0), total]));
  }
  return JSON.stringify([...totals].sort(([a], [b]) => a.localeCompare(b)));
}

/** Whether the customer saw these amounts; true for a client that does not report what it displayed. */
export const isExpected = (expected: ExpectedOrder | undefined, { lines, shippingTotal, total }: Amounts): boolean =>
  expected === undefined ||
  (expected.total === total &&
    expected.shipping_total === shippingTotal &&
    totalsByProduct(
      expected.line_items.map((line) => ({
        product: line.product_id,
        variation: line.variation_id,
        total: line.total,
      })),
    ) ===
      totalsByProduct(
        lines.map((line) => ({ product: line.productId, variation: line.variationId, total: line.total })),
      ));

/** @throws HttpError 409 with the amounts of the order in `data.amounts` if the customer saw others */
export function assertExpected(expected: ExpectedOrder | undefined, actual: Amounts, lang: Language): void {
  if (expected === undefined || isExpected(expected, actual)) return;
  const amounts: OrderAmounts = {
    line_items: actual.lines.map(({ productId, variationId, quantity, total }) => ({
      product_id: productId,
      variation_id: variationId,
      quantity,
      total,
    })),
    shipping_total: actual.shippingTotal,
    total: actual.total,
  };
  const message =
    expected.total === actual.total
      ? t(lang, "order_errors.lines_changed", { total: formatDong(actual.total) })
      : t(lang, "order_errors.amounts_changed", {
          before: formatDong(expected.total),
          after: formatDong(actual.total),
        });
  throw new HttpError(409, "order_amounts_changed", message, { extra: { amounts } });
}

/** Thrown inside the order's transaction, which it rolls back; {@link cartChanged} is the response. */
export class CartChangedError extends Error {}

/**
 * Whether the cart has the lines of an order from the cart; true for any other order. Another tab or device may have
 * removed a line or changed its quantity.
 */
export const isCartUnchanged = async (
  reader: Reader,
  { customerId, lines, fromCart }: OrderedLines,
): Promise<boolean> => !fromCart || areLinesInCart(reader, customerId, mergeDuplicateLines(lines));

/** 409 with the cart as it is. */
export const cartChanged = (cart: Cart, lang: Language): HttpError =>
  new HttpError(409, "cart_changed", t(lang, "order_errors.cart_changed"), { extra: { cart } });
