import type { ManualPayment } from "#contract/backoffice/manual-order-rules.ts";
import type { OrderContact, OrderItem } from "#contract/backoffice/manual-orders.ts";
import type { ShippingMethod } from "#contract/order.ts";
import { emptyLocation, type SelectedLocation } from "#contract/selected-location.ts";
import type { Dong } from "#contract/money.ts";
import type { ApiInput } from "#backoffice/api/call.ts";
import { parseAmount } from "#backoffice/components/amount.ts";

export interface TypedLine {
  item: OrderItem;
  quantity: number;
  /** as typed; null: the catalog's price */
  price: string | null;
}

/** Everything that is typed, as the draft stores it. */
export interface NewOrder {
  lines: TypedLine[];
  priceReason: string;
  phone: string;
  name: string;
  email: string;
  /** the customer's account, if one was chosen */
  account: { id: number; email: string } | null;
  delivery: ShippingMethod;
  street: string;
  postcode: string;
  place: SelectedLocation;
  payment: ManualPayment;
  confirmed: boolean;
  handedOver: boolean;
  note: string;
}

export const blankOrder: NewOrder = {
  lines: [],
  priceReason: "",
  phone: "",
  name: "",
  email: "",
  account: null,
  delivery: "flat_rate",
  street: "",
  postcode: "",
  place: emptyLocation,
  payment: "cash_on_delivery",
  confirmed: true,
  handedOver: false,
  note: "",
};

const isSame = (line: TypedLine, item: OrderItem): boolean =>
  line.item.product_id === item.product_id && line.item.variation_id === item.variation_id;

/** Another scan of an item adds a unit to its line. */
export const withItem = (lines: readonly TypedLine[], item: OrderItem): TypedLine[] =>
  lines.some((line) => isSame(line, item))
    ? lines.map((line) => (isSame(line, item) ? { ...line, item, quantity: line.quantity + 1 } : line))
    : [...lines, { item, quantity: 1, price: null }];

/** The typed price of a line; undefined for the catalog's, and for what is no amount. */
export const typedPrice = ({ price }: TypedLine): Dong | undefined =>
  price === null ? undefined : (parseAmount(price) ?? undefined);

/** The price that is typed is no amount. */
export const isWrongPrice = (line: TypedLine): boolean => line.price !== null && typedPrice(line) === undefined;

export const hasChangedPrice = ({ lines }: NewOrder): boolean =>
  lines.some((line) => {
    const price = typedPrice(line);
    return price !== undefined && price !== line.item.price;
  });

/** Vietnamese names end with the given name; one of a single character includes the word before it. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/);
  const given = (words.at(-1) ?? "").length < 2 ? 2 : 1;
  return { first_name: words.slice(-given).join(" "), last_name: words.slice(0, -given).join(" ") };
}

export const nameOf = ({ first_name, last_name }: OrderContact): string => `${last_name} ${first_name}`.trim();

/** What a contact fills in. */
export const ofContact = (contact: OrderContact): Partial<NewOrder> => ({
  name: nameOf(contact),
  email: contact.email,
  account: contact.customer_id === null ? null : { id: contact.customer_id, email: contact.email },
  street: contact.address_1,
  postcode: contact.postcode,
  place: contact.location
    ? {
        provinceId: contact.location.province_id,
        province: contact.location.province_name,
        districtId: contact.location.district_id,
        district: contact.location.district_name,
        wardCode: contact.location.ward_code,
        ward: contact.location.ward_name,
      }
    : emptyLocation,
});

const locationOf = ({ provinceId, districtId, wardCode }: SelectedLocation) =>
  provinceId !== null && districtId !== null && wardCode !== ""
    ? { province_id: provinceId, district_id: districtId, ward_code: wardCode }
    : null;

/** The part of the order that the server prices. */
export function quotedPart({ lines, delivery, place }: NewOrder) {
  return {
    line_items: lines.map((line) => {
      const price = typedPrice(line);
      const { product_id, variation_id } = line.item;
      return { product_id, variation_id, quantity: line.quantity, ...(price === undefined ? {} : { price }) };
    }),
    shipping_lines: [{ method_id: delivery }],
    location: delivery === "flat_rate" ? locationOf(place) : null,
  };
}

export type NewOrderBody = NonNullable<ApiInput<"POST bo/orders">["body"]>;

/** The request. @param total what the server has computed, as it is shown */
export function bodyOf(order: NewOrder, total: Dong): NewOrderBody {
  const { delivery, payment } = order;
  return {
    ...quotedPart(order),
    ...(order.priceReason.trim() ? { price_reason: order.priceReason } : {}),
    customer_id: order.account?.id ?? null,
    billing: {
      ...splitName(order.name),
      phone: order.phone,
      email: order.email.trim(),
      ...(delivery === "flat_rate" ? { address_1: order.street, postcode: order.postcode } : {}),
    },
    payment,
    confirmed: payment === "cash_on_delivery" && order.confirmed,
    handed_over: payment === "cash_at_counter" && delivery === "local_pickup" && order.handedOver,
    customer_note: order.note,
    expected_total: total,
  };
}
