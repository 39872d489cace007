import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Language } from "#contract/language.ts";
import { RowId } from "#contract/number.ts";
import { PlaceCodOrder } from "#contract/order.ts";
import { orderMeta } from "#contract/order-meta.ts";
import { parse } from "#shop/kernel/request/parse-input.ts";
import { type Checkout, type TypedAddress, toExpectedOrder, toRequestedLines } from "./checkout.ts";
import { at, checkForm, chosenArea, formFields } from "./form-check.ts";

/** A value of the body's meta_data, which carries the ids of the address. */
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

const areaOf = (body: unknown) => ({
  city: idOf(meta(body, orderMeta.provinceId)),
  state: idOf(meta(body, orderMeta.districtId)),
  ward: meta(body, orderMeta.wardCode),
});

type CodOrderAddress =
  | z.output<typeof PlaceCodOrder>["billing"]
  | NonNullable<z.output<typeof PlaceCodOrder>["shipping"]>;
const toTypedAddress = (address: CodOrderAddress): TypedAddress => ({
  firstName: address.first_name,
  lastName: address.last_name,
  street: address.address_1,
  ward: address.address_2,
  district: address.state,
  province: address.city,
  postcode: address.postcode,
});

/** Parses `POST wc/v3/orders` of the storefront. @throws HttpError 400 with each invalid field */
export function readCodOrder(
  request: FastifyRequest,
  { emailOptional, lang }: { emailOptional: boolean; lang: Language },
): Checkout {
  checkForm(
    formFields(request.body, {
      ...{ contact: "billing", lines: "line_items", billing: "billing", shipping: "shipping" },
      area: () => chosenArea(request.body) ?? areaOf(request.body),
      emailOptional,
    }),
    lang,
  );
  // a shopper sent it
  const body = parse(request, PlaceCodOrder, request.body, { woo: false });
  const area = areaOf(body);
  const shippingMethod = body.shipping_lines[0]?.method_id ?? "flat_rate";
  return {
    paymentMethod: body.payment_method,
    lines: toRequestedLines(body.line_items),
    shippingMethod,
    email: body.billing.email,
    phone: body.billing.phone,
    billing: toTypedAddress(body.billing),
    shipping: toTypedAddress(body.shipping ?? body.billing),
    ward:
      shippingMethod === "local_pickup"
        ? null
        : { province: area.city ?? 0, districtId: area.state ?? 0, wardCode: String(area.ward) },
    ...(body.address_choice && shippingMethod !== "local_pickup" && { choice: body.address_choice }),
    note: body.customer_note,
    metaData: body.meta_data,
    expected: toExpectedOrder(body),
  };
}
