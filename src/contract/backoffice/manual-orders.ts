import { dong } from "../money.ts";
import { z } from "zod";
import { DongAmount, Email, PersonName, Phone, SingleLine } from "../field-schemas.ts";
import { RowId, WholeNumber } from "../number.ts";
import { maxAddressLength } from "../person-validation.ts";
import { LineItemInput, ShippingMethod } from "../order.ts";
import { manualPayments } from "./manual-order-rules.ts";

const maxLines = 100;
const maxUnitPrice = 100_000_000_000;

/** The carrier's ids of province and district and its code of the ward. */
const Ward = z.object({ province_id: RowId, district_id: RowId, ward_code: z.string().trim().min(1).max(20) });

/** A place with its names, as an earlier order or an account has it. */
const Place = Ward.extend({ province_name: z.string(), district_name: z.string(), ward_name: z.string() });

/** `price`: of one unit in đồng, in place of the catalog's; it needs `prices.edit`, and the order a `price_reason`. */
const Line = LineItemInput.extend({
  price: WholeNumber.pipe(z.int().min(0).max(maxUnitPrice)).transform(dong).optional(),
});
const shipping_lines = z
  .array(z.object({ method_id: ShippingMethod.default("flat_rate") }))
  .max(1)
  .default([{ method_id: "flat_rate" }]);

const isOneLineEach = (lines: readonly { product_id: number; variation_id?: number | null | undefined }[]): boolean =>
  new Set(lines.map((line) => `${line.product_id}:${line.variation_id || 0}`)).size === lines.length;
/** Each item once. */
const Lines = z.array(Line).max(maxLines).refine(isOneLineEach);

/** What a quote needs of an order; the address may still be missing. */
export const QuoteManualOrder = z.object({
  line_items: Lines.default([]),
  shipping_lines,
  location: Ward.nullish(),
});
export type QuoteManualOrder = z.output<typeof QuoteManualOrder>;

const Payment = z.enum(manualPayments);

/** An order as the server computes it now. Amounts in đồng. */
export const ManualOrderQuote = z.object({
  /** in the order of the request */
  lines: z.array(
    z.object({
      product_id: z.int(),
      variation_id: z.int().nullable(),
      quantity: z.int(),
      /** of one unit, in the catalog now; null for an unknown item */
      catalog_price: DongAmount.nullable(),
      price: DongAmount.nullable(),
      total: DongAmount,
      /** units that can be sold; null for an unknown item */
      available: z.int().nullable(),
      /** why the line cannot be ordered, in the language of the request */
      problem: z.string().nullable(),
    }),
  ),
  subtotal: DongAmount,
  /** of changed prices */
  discount: DongAmount,
  /** null until a ward is selected */
  shipping_total: DongAmount.nullable(),
  /** free by the shop's rule */
  shipping_free: z.boolean(),
  /** why delivery cannot be quoted */
  location_problem: z.string().nullable(),
  /** without `shipping_total` as long as that is null */
  total: DongAmount,
  /** the ways of payment that the shop offers for it now */
  payments: z.array(Payment),
});
export type ManualOrderQuote = z.infer<typeof ManualOrderQuote>;

const optionalEmail = z.preprocess((value) => (value === "" ? undefined : value), Email.optional());

/**
 * An order that a staff member creates for a customer on the phone or at a market: as `wc/v3/orders`, with `location` for the address's
 * ids. Prices, delivery and totals are the server's.
 */
export const CreateManualOrder = z.object({
  line_items: Lines.refine((lines) => lines.length > 0),
  /** why prices differ from the catalog's */
  price_reason: SingleLine(500).optional(),
  /** the customer's account, if the order belongs to it */
  customer_id: RowId.nullish(),
  billing: z.object({
    first_name: PersonName,
    last_name: z.union([z.literal(""), PersonName]).default(""),
    phone: Phone,
    email: optionalEmail,
    /** street and number */
    address_1: SingleLine(maxAddressLength).default(""),
    postcode: SingleLine(10).default(""),
  }),
  location: Ward.nullish(),
  shipping_lines,
  payment: Payment,
  /** with `cash_on_delivery`: the customer has agreed, so the order needs no call */
  confirmed: z.boolean().default(false),
  /** with `cash_at_counter` and pickup: the customer has the items already */
  handed_over: z.boolean().default(false),
  customer_note: z.string().trim().max(2000).default(""),
  /** the total that was shown: the order is not created with another one */
  expected_total: DongAmount.optional(),
});
export type CreateManualOrder = z.output<typeof CreateManualOrder>;

export const OrderItemsQuery = z.object({
  /** SKU or barcode, as scanned */
  code: z.string().trim().max(200).optional(),
  /** words of name, option and SKU */
  search: z.string().trim().max(200).optional(),
});

/** What can be added to an order: a simple product, or one variation. Names in the language of the request. */
export const OrderItem = z.object({
  product_id: z.int(),
  variation_id: z.int().nullable(),
  name: z.string(),
  /** options of the variation, "" without one */
  option: z.string(),
  sku: z.string(),
  /** path of a small image */
  image: z.string().nullable(),
  price: DongAmount,
  available: z.int(),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const OrderContactsQuery = z.object({ phone: z.string().trim().min(1).max(40) });

/** A customer with a phone number, as one of their orders or their account has it. */
export const OrderContact = z.object({
  /** the account; null for an order without one */
  customer_id: z.int().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** "" without an address */
  address_1: z.string(),
  postcode: z.string(),
  location: Place.nullable(),
  /** the address on one line: names since July 2025 first, those before in brackets; "" without an address */
  address_label: z.string(),
  /** ISO, UTC; null: from the account */
  last_order_at: z.string().nullable(),
});
export type OrderContact = z.infer<typeof OrderContact>;

/** With `deposit` the link is for a deposit of `amount`: at least 1 and less than what is due, in đồng; without `amount` the usual share. */
export const RequestPaymentLink = z.object({
  deposit: z.boolean().default(false),
  amount: WholeNumber.pipe(z.int().min(1).max(maxUnitPrice)).transform(dong).optional(),
});
export type RequestPaymentLink = z.infer<typeof RequestPaymentLink>;

export const PaymentLink = z.object({
  url: z.string(),
  /** ISO, UTC */
  until: z.string(),
  /** of a link for a deposit: `rest` is what the courier collects once it is paid */
  deposit: z.object({ amount: DongAmount, rest: DongAmount }).nullable(),
});
export type PaymentLink = z.infer<typeof PaymentLink>;
