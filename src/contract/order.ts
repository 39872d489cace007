import { codMethodId, paymentMethods } from "./payment-methods/index.ts";
import { z } from "zod";
import { AddressChoice } from "./address.ts";
import { DongAmount, OptionalEmail, PersonName, Phone, SingleLine, UsdCentsAmount, Zip } from "./field-schemas.ts";
import { Quantity, RowId, WholeNumber } from "./number.ts";
import { orderStatuses } from "./order-statuses.ts";
import { maxAddressLength } from "./person-validation.ts";
import { date } from "./woo/query.ts";

export const OrderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const PaymentMethod = z.enum(paymentMethods);

export const shippingMethods = ["flat_rate", "local_pickup"] as const;
export const ShippingMethod = z.enum(shippingMethods);
export type ShippingMethod = z.infer<typeof ShippingMethod>;

export const LineItemInput = z.object({
  product_id: RowId,
  quantity: Quantity.pipe(z.int().min(1)),
  /** 0 means none, as in WooCommerce */
  variation_id: WholeNumber.pipe(z.int().min(0).max(2_147_483_647)).nullish(),
});

/** Address in WooCommerce's fields: address_2 is the ward, city the province, state the district. */
export const OrderAddress = z.object({
  first_name: PersonName,
  last_name: PersonName,
  address_1: SingleLine(maxAddressLength).default(""),
  address_2: SingleLine(200).default(""),
  city: SingleLine(200).default(""),
  state: SingleLine(200).default(""),
  postcode: SingleLine(10).default(""),
  country: z.literal("VN").default("VN"),
});

/** A line of the cart as the customer saw it; `price` is that of one unit, in đồng. */
const ExpectedLine = z.object({
  cart_item_key: z.string().min(1).max(64),
  quantity: z.int().positive(),
  price: DongAmount,
});
export type ExpectedLine = z.infer<typeof ExpectedLine>;

/**
 * What the customer saw when submitting the order: its total in đồng, the lines of the cart from which it is made, and for
 * a payment method that charges dollars the charged US cents, ignored with any other. If the order would differ, nothing is ordered, and the response is a 409 `lianne_order_changed`: with {@link OrderAmounts} in
 * `data`, or with the cart in `data.cart` if a line is no longer in the customer's cart with its quantity. An order with
 * `expected_lines` replaces the customer's unpaid online orders that share a line with it: they are cancelled.
 */
export const expectedFields = {
  expected_total: DongAmount.optional(),
  expected_lines: z.array(ExpectedLine).min(1).max(100).optional(),
  expected_usd_cents: UsdCentsAmount.optional(),
  /** the latest day of the displayed delivery promise: at a later one the response is 409 `lianne_promise_changed` */
  expected_delivery_by: date.optional(),
};

/**
 * What the form of an order without an account reports about itself: a field that people do not see, and how long the form was
 * open, in milliseconds. A form that a program has filled is refused with 429.
 */
const GuestForm = z.object({ website: z.string().max(500), open_ms: z.number() });
export type GuestForm = z.infer<typeof GuestForm>;
export const guestFormField = { guest_form: GuestForm.optional() };

/** Amounts of a rejected order, in đồng; `usd_cents` only for a payment method that charges dollars. */
export const OrderAmounts = z.object({
  lines: z.array(
    z.object({
      cart_item_key: z.string(),
      product_id: z.int(),
      variation_id: z.int().nullable(),
      quantity: z.int(),
      price: DongAmount,
      total: DongAmount,
    }),
  ),
  shipping_total: DongAmount,
  total: DongAmount,
  usd_cents: UsdCentsAmount.optional(),
});
export type OrderAmounts = z.infer<typeof OrderAmounts>;

export const MetaData = z
  .array(z.object({ key: z.string().min(1).max(100), value: z.union([z.string().max(500), z.number()]) }))
  .max(50);

/**
 * `POST wc/v3/orders` with the storefront key: ids, quantities, addresses and notes. Prices, totals, status and
 * customer_id are accepted but ignored, since the server decides them.
 * The address ids are in meta_data: `_shipping_province_id`, `_shipping_district_id`, `_shipping_ward_code`; in their place
 * `address_choice`, while the setting `address_form` is `search`.
 */
export const PlaceCodOrder = z.object({
  payment_method: z.literal(codMethodId),
  line_items: z.array(LineItemInput).min(1).max(100),
  /** only a guest's order can have no email, while codes can be sent to phones */
  billing: OrderAddress.extend({ email: OptionalEmail, phone: Phone }),
  shipping: OrderAddress.optional(),
  shipping_lines: z
    .array(z.object({ method_id: ShippingMethod.default("flat_rate") }))
    .max(1)
    .default([{ method_id: "flat_rate" }]),
  customer_note: z.string().trim().max(2000).default(""),
  meta_data: MetaData.default([]),
  address_choice: AddressChoice.optional(),
  ...expectedFields,
  ...guestFormField,
});
export type PlaceCodOrder = z.input<typeof PlaceCodOrder>;

/** A shipping address, validated before an order is placed. */
export const ShipmentAddress = z.object({
  address_1: z.string().trim().min(1).max(maxAddressLength),
  province_id: z.int().positive(),
  district_id: z.int().positive(),
  ward_code: z.string().min(1).max(20),
  postcode: Zip,
});
export type ShipmentAddress = z.infer<typeof ShipmentAddress>;

/** A `wc/v3` address with every field present. */
export const WooAddress = z.object({
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
  phone: z.string(),
});

/** A `wc/v3` order: the fields that the storefront reads; WooCommerce's other fields are in the response too. */
export const StoreOrder = z
  .object({
    id: z.int(),
    number: z.string(),
    order_key: z.string(),
    /** `trash` appears only with a merchant's key */
    status: z.enum([...orderStatuses, "trash"]),
    currency: z.string(),
    currency_symbol: z.string(),
    date_created: z.string(),
    date_created_gmt: z.string(),
    total: z.string(),
    shipping_total: z.string(),
    payment_method: z.string(),
    payment_method_title: z.string(),
    transaction_id: z.string(),
    customer_id: z.int(),
    customer_note: z.string(),
    billing: WooAddress.extend({ email: z.string() }),
    shipping: WooAddress,
    address_label: z.string().optional(),
    line_items: z.array(
      z
        .object({
          id: z.int(),
          name: z.string(),
          product_id: z.int(),
          variation_id: z.int(),
          quantity: z.int(),
          price: z.number(),
          total: z.string(),
          sku: z.string().nullable(),
          image: z.object({ id: z.union([z.int(), z.string()]), src: z.string() }),
          /** the product's name without the options; null for a simple product */
          parent_name: z.string().nullable(),
          /** the free gift; null without one */
          gift: z.object({ name: z.string(), image: z.object({ src: z.string() }), quantity: z.int() }).nullable(),
          /** the chosen options */
          meta_data: z.array(z.object({ display_value: z.string() }).loose()),
        })
        .loose(),
    ),
    shipping_lines: z.array(z.object({ method_id: z.string() }).loose()),
  })
  .loose();
export type StoreOrder = z.infer<typeof StoreOrder>;
