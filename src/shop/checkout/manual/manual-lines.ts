import { type Dong, max, multiply, subtract, sum } from "#contract/money.ts";
import type { Purchasable } from "#shop/catalog/index.ts";
import type { NewLineItem } from "#shop/orders/index.ts";
import type { CheckedLine } from "../check-lines.ts";
import type { OrderDraft } from "../order-draft.ts";

/** The part of a requested line that a staff member may decide. */
export interface StaffPrice {
  /** of one unit; undefined: the catalog's */
  price?: Dong | undefined;
}

/** A line at another price than the catalog's. */
export interface ChangedPrice {
  product: Purchasable;
  before: Dong;
  after: Dong;
}

/** @param requested the requested line with the same position */
export const priceOf = (product: Purchasable, requested: StaffPrice | undefined): Dong =>
  requested?.price ?? product.unitPrice;

/** The lines whose price a staff member changed. */
export const changedPrices = (checked: readonly CheckedLine[], requested: readonly StaffPrice[]): ChangedPrice[] =>
  checked.flatMap(({ product }, index) => {
    const after = priceOf(product, requested[index]);
    return after === product.unitPrice ? [] : [{ product, before: product.unitPrice, after }];
  });

/** A lower price is a discount of the line, a higher one its price, as in WooCommerce. */
function withPrice(line: NewLineItem, price: Dong): NewLineItem {
  if (price === line.unitPrice) return line;
  const total = multiply(price, line.quantity);
  return { ...line, unitPrice: price, total, subtotal: max(total, line.subtotal) };
}

/** An order at the prices of a staff member. */
export function withPrices(
  draft: OrderDraft,
  checked: readonly CheckedLine[],
  requested: readonly StaffPrice[],
): OrderDraft {
  const lines = draft.lines.map((line, index) => {
    const product = checked[index]?.product;
    return product ? withPrice(line, priceOf(product, requested[index])) : line;
  });
  const subtotal = sum(lines.map((line) => line.subtotal));
  const items = sum(lines.map((line) => line.total));
  return {
    ...draft,
    ...{ lines, subtotal, discountTotal: subtract(subtotal, items), total: sum([items, draft.shippingTotal]) },
  };
}
