import type { AddressChoice } from "#contract/address.ts";
import type { CalendarDay } from "#contract/calendar-days.ts";
import type { Dong, UsdCents } from "#contract/money.ts";
import type { ExpectedLine, GuestForm, ShippingMethod } from "#contract/order.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import type { WardChoice } from "#shop/locations/index.ts";

export interface RequestedLine {
  productId: number;
  variationId: number | null;
  quantity: number;
}

/** What the customer saw; undefined fields of a client that does not send them. */
export interface ExpectedOrder {
  /** in đồng */
  total: Dong | undefined;
  /** lines of the cart, from which the order is then made */
  lines: readonly ExpectedLine[] | undefined;
  /** what the payment method charges in dollars */
  usdCents: UsdCents | undefined;
  /** the latest day on which the order was to arrive */
  deliveryBy?: CalendarDay | undefined;
}

/** An address as it was typed. For a shipment the place names come from the chosen ward instead. */
export interface TypedAddress {
  firstName: string;
  lastName: string;
  street: string;
  ward: string;
  district: string;
  province: string;
  postcode: string;
}

/** The input of an order form, the same for both endpoints. Prices, totals, status and customer are not part of it. */
export interface Checkout {
  paymentMethod: PaymentMethod;
  lines: readonly RequestedLine[];
  shippingMethod: ShippingMethod;
  email: string;
  /** `+84…` */
  phone: string;
  billing: TypedAddress;
  /** recipient and destination of the shipment */
  shipping: TypedAddress;
  /** null for a pickup */
  ward: WardChoice | null;
  /** a ward of either scheme, in place of `ward`; never for a pickup */
  choice?: AddressChoice;
  note: string;
  metaData: readonly { key: string; value: string | number }[];
  expected: ExpectedOrder;
}

/** The shortest time in which a person fills in the form. */
const minFormMs = 3 * secondMs;

/** Whether a program has filled in a guest's form. A client without a form sends nothing about it. */
export const isFilledByBot = (form: GuestForm | undefined): boolean =>
  form !== undefined && (form.website !== "" || form.open_ms < minFormMs);

interface ExpectedFields {
  expected_total?: Dong | undefined;
  expected_lines?: readonly ExpectedLine[] | undefined;
  expected_usd_cents?: UsdCents | undefined;
  expected_delivery_by?: CalendarDay | undefined;
}

/** What the customer saw, from either request body. */
export const toExpectedOrder = (body: ExpectedFields): ExpectedOrder => ({
  total: body.expected_total,
  lines: body.expected_lines,
  usdCents: body.expected_usd_cents,
  deliveryBy: body.expected_delivery_by,
});

interface BodyLine {
  product_id: number;
  variation_id?: number | null | undefined;
  quantity: number;
}

/** The lines of either request body. */
export const toRequestedLines = (lines: readonly BodyLine[]): RequestedLine[] =>
  lines.map((line) => ({
    productId: line.product_id,
    variationId: line.variation_id || null,
    quantity: line.quantity,
  }));
