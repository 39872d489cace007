import type { CalendarDay } from "#contract/calendar-days.ts";
import type { Dong, UsdCents } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import type { CartItem } from "#contract/cart.ts";
import type { PlaceCodOrder } from "#contract/order.ts";
import { orderMeta } from "#contract/order-meta.ts";
import type { CreatePayment } from "#contract/payment.ts";
import { addressChoiceOf } from "#web/locations/searched-place.ts";
import type { OrderForm } from "./order-form.ts";

const lines = (items: readonly CartItem[]) =>
  items.map(({ id, quantity, variation_id }) => ({
    product_id: id,
    quantity,
    ...(variation_id ? { variation_id } : {}),
  }));

const method = (form: OrderForm) => (form.deliveryMethod === "shipment" ? "flat_rate" : "local_pickup");

const names = (form: OrderForm) => ({ first_name: form.firstName.trim(), last_name: form.lastName.trim() });

const place = (form: OrderForm) =>
  form.deliveryMethod === "shipment"
    ? {
        address_1: form.shippingAddress.trim(),
        city: form.shippingCity,
        state: form.shippingState,
        postcode: form.shippingZipCode.trim(),
        country: form.shippingCountry,
      }
    : { country: form.shippingCountry };

const contact = (form: OrderForm) => ({ email: form.email.trim(), phone: form.phone.trim() });

/** The ward as it was chosen by old or new names, in place of the ids of the three selects. */
const choiceOf = (form: OrderForm) => {
  const choice = form.deliveryMethod === "shipment" ? addressChoiceOf(form.shippingSearched) : undefined;
  return choice && { address_choice: choice };
};

const locationMeta = (form: OrderForm) =>
  form.deliveryMethod === "shipment" && !choiceOf(form)
    ? [
        { key: orderMeta.wardName, value: form.shippingWard },
        { key: orderMeta.wardCode, value: form.shippingWardId },
        { key: orderMeta.districtName, value: form.shippingDistrict },
        { key: orderMeta.districtId, value: form.shippingDistrictId ?? 0 },
        { key: orderMeta.provinceName, value: form.shippingCity },
        { key: orderMeta.provinceId, value: form.shippingProvinceId ?? 0 },
      ]
    : [];

type Expected = Pick<
  CreatePayment,
  "expected_lines" | "expected_total" | "expected_usd_cents" | "expected_delivery_by"
>;

export interface OrderContext {
  items: readonly CartItem[];
  /** as quoted; the server computes it again */
  shippingCost: Dong;
  shippingTitle: string;
  /** what the page displays; no total without a quote, which the server then reports as an error of the address */
  expected: Expected;
}

/**
 * The displayed amounts: if the order would differ, the server rejects it with the new ones.
 * @param usdCents null for a payment in đồng
 * @param deliveryBy the latest displayed day; null while unknown
 */
export const expectedOrder = (
  items: readonly CartItem[],
  { total, usdCents, deliveryBy }: { total: Dong | null; usdCents: UsdCents | null; deliveryBy: CalendarDay | null },
): Expected => ({
  expected_lines: items.map(({ cart_item_key, quantity, price }) => ({ cart_item_key, quantity, price })),
  ...(total !== null && { expected_total: total }),
  ...(usdCents !== null && { expected_usd_cents: usdCents }),
  ...(deliveryBy !== null && { expected_delivery_by: deliveryBy }),
});

/** Body of `POST wc/v3/orders` for cash on delivery, with every field of the specification. */
export function codPayload(
  form: OrderForm,
  { items, shippingCost, shippingTitle, expected }: OrderContext,
): PlaceCodOrder {
  const ward = form.deliveryMethod === "shipment" ? { address_2: form.shippingWard } : {};
  const body = {
    payment_method: codMethodId,
    status: "pending",
    line_items: lines(items),
    billing: { ...names(form), ...place(form), ...ward, ...contact(form) },
    shipping: { ...names(form), ...place(form), ...ward },
    shipping_lines: [{ method_id: method(form), method_title: shippingTitle, total: String(shippingCost) } as const],
    customer_note: form.orderComments.trim(),
    customer_id: form.customerId,
    meta_data: [{ key: orderMeta.source, value: "storefront" }, ...locationMeta(form)],
    ...choiceOf(form),
    ...expected,
  };
  return body;
}

/** Body of the create-payment calls. */
export function onlinePayload(form: OrderForm, { items, expected }: OrderContext): CreatePayment {
  const ward =
    form.deliveryMethod === "shipment"
      ? {
          ward_name: form.shippingWard,
          ward_code: form.shippingWardId,
          district_name: form.shippingDistrict,
          district_id: form.shippingDistrictId,
        }
      : {};
  const shippingAddress = { ...names(form), ...place(form), ...ward };
  return {
    items: lines(items),
    customer: { ...names(form), ...contact(form) },
    billing_address: { ...shippingAddress, ...contact(form) },
    shipping_address: shippingAddress,
    shipping_lines: [{ method_id: method(form) }],
    payment_method: form.paymentMethod,
    customer_note: form.orderComments.trim(),
    ...choiceOf(form),
    ...expected,
  };
}
