import type { CreateManualOrder } from "#contract/backoffice/manual-orders.ts";
import { methodOfManualPayment } from "#contract/backoffice/manual-order-rules.ts";
import type { Language } from "#contract/language.ts";
import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import { productDetailsOf } from "#shop/catalog/index.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { needsShipping } from "#shop/shipping/index.ts";
import { type CheckedLine, checkLines } from "../check-lines.ts";
import { type Checkout, type TypedAddress, toRequestedLines } from "../checkout.ts";
import { assertExpected } from "../expected-order.ts";
import { invalidFields } from "../form-check.ts";
import { draftOrder, type OrderDraft } from "../order-draft.ts";
import { type PricedOrder, resolveDelivery } from "../place-order.ts";
import { type ChangedPrice, changedPrices, priceOf, withPrices } from "./manual-lines.ts";

/** The language of the order itself: of its texts and of the emails about it. */
const orderLanguage: Language = "vi";

/** A manual order that is checked and priced, and not stored. */
export interface PricedManualOrder {
  checkout: Checkout;
  checked: readonly CheckedLine[];
  changed: readonly ChangedPrice[];
  draft: OrderDraft;
  promise: PricedOrder["promise"];
  lang: Language;
}

const nowhere = { ward: "", district: "", province: "" };

/** The body as the form of a checkout. */
function toCheckout(body: CreateManualOrder): Checkout {
  const { billing, location } = body;
  const shippingMethod = body.shipping_lines[0]?.method_id ?? "flat_rate";
  const address: TypedAddress = {
    ...{ firstName: billing.first_name, lastName: billing.last_name, street: billing.address_1 },
    ...{ ...nowhere, postcode: billing.postcode },
  };
  return {
    paymentMethod: methodOfManualPayment[body.payment],
    lines: toRequestedLines(body.line_items),
    shippingMethod,
    email: billing.email ?? "",
    phone: billing.phone,
    billing: address,
    shipping: address,
    ward:
      shippingMethod === "local_pickup" || !location
        ? null
        : { province: location.province_id, districtId: location.district_id, wardCode: location.ward_code },
    note: body.customer_note,
    metaData: [],
    expected: { total: body.expected_total, lines: undefined, usdCents: undefined },
  };
}

/** @throws HttpError 400 for a shipment without a complete address */
function assertAddress(checkout: Checkout, checked: readonly CheckedLine[], lang: Language): void {
  if (checkout.shippingMethod === "local_pickup" || !needsShipping(checked.map(({ product }) => product))) return;
  const missing = (label: "ward" | "address", parameter: string) => ({
    ...{ label, parameter },
    message: t(lang, "validation.field_required", { field: t(lang, `fields.${label}`) }),
  });
  const errors = [
    ...(checkout.ward ? [] : [missing("ward", "location")]),
    ...(checkout.shipping.street ? [] : [missing("address", "billing")]),
  ];
  if (errors.length > 0) throw invalidFields(errors);
}

/** @throws HttpError 400 for a way of payment that the shop does not offer, or that does not fit the order */
function assertPayment(
  shop: AppContextWithGateways,
  body: CreateManualOrder,
  { checkout, checked, lang }: { checkout: Checkout; checked: readonly CheckedLine[]; lang: Language },
): void {
  const { paymentMethod } = checkout;
  if (isOnlineMethod(paymentMethod) && !shop.gateways.has(paymentMethod))
    throw invalidParam("payment", t(lang, "order_info.payment_unavailable"));
  if (body.payment === "cash_on_delivery" && !needsShipping(checked.map(({ product }) => product)))
    throw new HttpError(400, "cod_virtual", t(lang, "order_errors.cod_virtual"));
  if (body.handed_over && (body.payment !== "cash_at_counter" || checkout.shippingMethod !== "local_pickup"))
    throw invalidParam("handed_over", t(lang, "manual_orders.handed_over"));
}

/**
 * Checks an order that a staff member creates against catalog and map, and prices it. It may call the carrier.
 * @throws HttpError 400 for lines that cannot be ordered, an incomplete address, a payment that is not offered; 409 at another total
 * than the expected one
 */
export async function priceManualOrder(
  shop: AppContextWithGateways,
  body: CreateManualOrder,
  lang: Language,
): Promise<PricedManualOrder> {
  const checkout = toCheckout(body);
  const details = productDetailsOf(shop.cache);
  const checked = await checkLines(shop.db, checkout.lines, { parameter: "line_items", lang, details });
  assertPayment(shop, body, { checkout, checked, lang });
  assertAddress(checkout, checked, lang);
  const items = checked.map(({ product, quantity }, index) => ({
    ...{ virtual: product.virtual, weightG: product.weightG, quantity },
    price: priceOf(product, body.line_items[index]),
  }));
  const { promise, ...delivery } = await resolveDelivery(shop, checkout, { checked, items, lang, address: "location" });
  const catalogDraft = draftOrder(checkout, { lines: checked, ...delivery, lang: orderLanguage });
  const draft = withPrices(catalogDraft, checked, body.line_items);
  assertExpected(checkout.expected, { ...draft, usdCents: null }, lang);
  const changed = changedPrices(checked, body.line_items);
  return { checkout, checked, changed, draft, promise, lang: orderLanguage };
}
