import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { CreatePayment } from "#contract/payment.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { type Checkout, type TypedAddress, toExpectedOrder, toRequestedLines } from "./checkout.ts";
import { at, checkForm, chosenArea, formFields } from "./form-check.ts";

type Body = z.output<typeof CreatePayment>;
type OnlineOrderAddress = Body["billing_address"] | NonNullable<Body["shipping_address"]>;
const toTypedAddress = (address: OnlineOrderAddress): TypedAddress => ({
  firstName: address.first_name,
  lastName: address.last_name,
  street: address.address_1,
  ward: address.ward_name,
  district: address.district_name || address.state,
  province: address.city,
  postcode: address.postcode,
});

/** Validates the form fields of `create-payment`. @throws HttpError 400 with each invalid field */
export const checkOnlineForm = (request: FastifyRequest, { emailOptional }: { emailOptional: boolean }): void =>
  checkForm(
    formFields(request.body, {
      ...{ contact: "customer", lines: "items", billing: "billing_address", shipping: "shipping_address" },
      area: (address) =>
        chosenArea(request.body) ?? {
          city: at(request.body, address, "city"),
          state: at(request.body, address, "district_id"),
          ward: at(request.body, address, "ward_code"),
        },
      emailOptional,
    }),
    languageOf(request),
  );

/** Reads `create-payment` of either gateway. */
export function readOnlineOrder(body: Body): Checkout {
  const shippingMethod = body.shipping_lines[0]?.method_id ?? "flat_rate";
  const shipping = body.shipping_address ?? body.billing_address;
  return {
    paymentMethod: body.payment_method,
    lines: toRequestedLines(body.items),
    shippingMethod,
    email: body.customer.email,
    phone: body.customer.phone,
    billing: toTypedAddress(body.billing_address),
    shipping: toTypedAddress(shipping),
    ward:
      shippingMethod === "local_pickup"
        ? null
        : { province: shipping.city, districtId: shipping.district_id ?? 0, wardCode: shipping.ward_code },
    ...(body.address_choice && shippingMethod !== "local_pickup" && { choice: body.address_choice }),
    note: body.customer_note,
    metaData: [],
    expected: toExpectedOrder(body),
  };
}
