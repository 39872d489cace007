import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { RowId } from "#contract/number.ts";
import { PlaceCodOrder } from "#contract/order.ts";
import { orderMeta } from "#contract/order-meta.ts";
import { languageOf } from "#shop/kernel/http/request-language.ts";
import { parse } from "#shop/kernel/http/errors.ts";
import type { Checkout, TypedPlace } from "./checkout.ts";
import { at, checkForm, type FormField } from "./form-check.ts";

/** A value of the body's meta_data, which carries the address's ids. */
function meta(body: unknown, key: string): unknown {
  const entries = at(body, "meta_data");
  return Array.isArray(entries)
    ? at(
        entries.findLast((entry) => at(entry, "key") === key),
        "value",
      )
    : undefined;
}
const idOf = (value: unknown): number | undefined => RowId.safeParse(value).data;

const isPickup = (body: unknown): boolean => at(body, "shipping_lines", 0, "method_id") === "local_pickup";

function formOf(body: unknown): FormField[] {
  const field = (label: FormField["label"], parameter: string, value: unknown) => ({ label, parameter, value });
  const contact = [
    field("email", "billing", at(body, "billing", "email")),
    field("phone", "billing", at(body, "billing", "phone")),
    field("firstName", "billing", at(body, "billing", "first_name")),
    field("lastName", "billing", at(body, "billing", "last_name")),
  ];
  const cart = field("cart", "line_items", at(body, "line_items") ?? []);
  if (isPickup(body)) return [...contact, cart];
  const to = at(body, "shipping") === undefined ? "billing" : "shipping";
  return [
    ...contact,
    field("address", to, at(body, to, "address_1")),
    field("city", to, idOf(meta(body, orderMeta.provinceId))),
    field("state", to, idOf(meta(body, orderMeta.districtId))),
    field("ward", to, meta(body, orderMeta.wardCode)),
    field("zipCode", to, at(body, to, "postcode")),
    cart,
  ];
}

type Address = z.output<typeof PlaceCodOrder>["billing"] | NonNullable<z.output<typeof PlaceCodOrder>["shipping"]>;
const placeOf = (address: Address): TypedPlace => ({
  firstName: address.first_name,
  lastName: address.last_name,
  street: address.address_1,
  ward: address.address_2,
  district: address.state,
  province: address.city,
  postcode: address.postcode,
});

/** Reads `POST wc/v3/orders` of the storefront. @throws Refusal 400 with every failing field */
export function readCodOrder(request: FastifyRequest): Checkout {
  checkForm(formOf(request.body), languageOf(request));
  const body = parse(request, PlaceCodOrder, request.body);
  const shippingMethod = body.shipping_lines[0]?.method_id ?? "flat_rate";
  return {
    paymentMethod: body.payment_method,
    lines: body.line_items.map((line) => ({
      productId: line.product_id,
      variationId: line.variation_id || null,
      quantity: line.quantity,
    })),
    shippingMethod,
    email: body.billing.email,
    phone: body.billing.phone,
    billing: placeOf(body.billing),
    shipping: placeOf(body.shipping ?? body.billing),
    ward:
      shippingMethod === "local_pickup"
        ? null
        : {
            province: idOf(meta(body, orderMeta.provinceId)) ?? 0,
            districtId: idOf(meta(body, orderMeta.districtId)) ?? 0,
            wardCode: String(meta(body, orderMeta.wardCode)),
          },
    note: body.customer_note,
    metaData: body.meta_data,
  };
}
