import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { CreatePayment } from "#contract/payment.ts";
import { languageOf } from "#shop/kernel/http/request-language.ts";
import type { Checkout, TypedPlace } from "./checkout.ts";
import { at, checkForm, type FormField } from "./form-check.ts";

function formOf(body: unknown): FormField[] {
  const field = (label: FormField["label"], parameter: string, value: unknown) => ({ label, parameter, value });
  const contact = [
    field("email", "customer", at(body, "customer", "email")),
    field("phone", "customer", at(body, "customer", "phone")),
    field("firstName", "customer", at(body, "customer", "first_name")),
    field("lastName", "customer", at(body, "customer", "last_name")),
  ];
  const cart = field("cart", "items", at(body, "items") ?? []);
  if (at(body, "shipping_lines", 0, "method_id") === "local_pickup") return [...contact, cart];
  const to = at(body, "shipping_address") === undefined ? "billing_address" : "shipping_address";
  return [
    ...contact,
    field("address", to, at(body, to, "address_1")),
    field("city", to, at(body, to, "city")),
    field("state", to, at(body, to, "district_id")),
    field("ward", to, at(body, to, "ward_code")),
    field("zipCode", to, at(body, to, "postcode")),
    cart,
  ];
}

type Body = z.output<typeof CreatePayment>;
type Address = Body["billing_address"] | NonNullable<Body["shipping_address"]>;
const placeOf = (address: Address): TypedPlace => ({
  firstName: address.first_name,
  lastName: address.last_name,
  street: address.address_1,
  ward: address.ward_name,
  district: address.district_name || address.state,
  province: address.city,
  postcode: address.postcode,
});

/** The order form's own check of `create-payment`. @throws Refusal 400 with every failing field */
export const checkOnlineForm = (request: FastifyRequest): void => checkForm(formOf(request.body), languageOf(request));

/** Reads `create-payment` of either gateway. */
export function onlineCheckout(body: Body): Checkout {
  const shippingMethod = body.shipping_lines[0]?.method_id ?? "flat_rate";
  const to = body.shipping_address ?? body.billing_address;
  return {
    paymentMethod: body.payment_method,
    lines: body.items.map((line) => ({
      productId: line.product_id,
      variationId: line.variation_id || null,
      quantity: line.quantity,
    })),
    shippingMethod,
    email: body.customer.email,
    phone: body.customer.phone,
    billing: placeOf(body.billing_address),
    shipping: placeOf(to),
    ward:
      shippingMethod === "local_pickup"
        ? null
        : { province: to.city, districtId: to.district_id ?? 0, wardCode: to.ward_code },
    note: body.customer_note,
    metaData: [],
  };
}
