import { z } from "zod";
import { AddressChoice } from "./address.ts";
import { CodConfirmation } from "./cod-confirmation.ts";
import { DongAmount, OptionalEmail, PersonName, Phone, SingleLine, UsdCentsAmount } from "./field-schemas.ts";
import { RowId } from "./number.ts";
import {
  expectedFields,
  guestFormField,
  LineItemInput,
  OrderAddress,
  OrderStatus,
  PaymentMethod,
  ShippingMethod,
} from "./order.ts";

const OnlineAddress = OrderAddress.omit({ address_2: true }).extend({
  ward_name: SingleLine(200).default(""),
  ward_code: SingleLine(20).default(""),
  district_name: SingleLine(200).default(""),
  district_id: z.int().nullable().default(null),
});

/**
 * `POST lianne-vnpay/v1/create-payment` and `lianne-paypal/v1/create-payment`. While the setting `address_form` is `search`,
 * `address_choice` takes the place of `ward_code`, `district_id`, `city` and `state` of the address.
 */
export const CreatePayment = z
  .object({
    items: z.array(LineItemInput).min(1).max(100),
    /** only a guest's order can have no email, while codes can be sent to phones */
    customer: z.object({ first_name: PersonName, last_name: PersonName, email: OptionalEmail, phone: Phone }),
    /** with an email if `customer` has one */
    billing_address: OnlineAddress.extend({ email: OptionalEmail, phone: Phone }),
    shipping_address: OnlineAddress.optional(),
    shipping_lines: z
      .array(z.object({ method_id: ShippingMethod.default("flat_rate") }))
      .max(1)
      .default([{ method_id: "flat_rate" }]),
    payment_method: PaymentMethod,
    customer_note: z.string().trim().max(2000).default(""),
    address_choice: AddressChoice.optional(),
    ...expectedFields,
    ...guestFormField,
  })
  .refine(({ customer, billing_address: billing }) => (customer.email === "") === (billing.email === ""), {
    path: ["billing_address", "email"],
  });
export type CreatePayment = z.input<typeof CreatePayment>;

export const PaymentCreated = z.object({
  success: z.boolean(),
  status: z.string(),
  payment_url: z.string(),
  redirect_url: z.string(),
  order_id: z.int(),
  payment_method: z.string(),
  message: z.string(),
  id: z.int(),
  order_key: z.string(),
});
export type PaymentCreated = z.infer<typeof PaymentCreated>;

/** `POST lianne-vnpay/v1/payment-callback`: the payment status of one of the customer's own orders. */
export const PaymentCallback = z.object({ order_id: RowId });
export const paymentStates = ["completed", "failed", "pending", "placed"] as const;
export const PaymentState = z.object({
  success: z.boolean(),
  payment_status: z.enum(paymentStates),
  order_status: OrderStatus,
  order_id: z.int(),
  order_number: z.string(),
  payment_method: z.string(),
  transaction_no: z.string(),
  amount: DongAmount,
  /** what of it the courier or the shop collects in cash, without the paid deposit; 0 unless the state is `placed` */
  cash_due: DongAmount,
  /** what was charged, in US cents, for a payment in dollars; null for any other, and before the payment */
  charged_usd_cents: UsdCentsAmount.nullable(),
  /** ISO 8601 in UTC */
  payment_date: z.string(),
  message: z.string(),
  /** message about a refund of an overpayment, pending or done; also included in `message`, "" if there is none */
  notice: z.string(),
  /** to be returned by a transfer, while no account was entered for it; 0 if nothing is */
  account_needed: DongAmount,
  /** "cancelled" if the shopper cancelled the payment, else "" */
  reason: z.enum(["cancelled", ""]),
  /** whether emails about the order are sent */
  has_email: z.boolean(),
  /** the order that the customer placed instead of this one, which is closed; null if there is none */
  replaced_by: z.int().nullable(),
  /** page where the order can still be paid, "" if it cannot or need not be */
  payment_url: z.string(),
  /** deadline of an unpaid order, ISO 8601 in UTC; null without a deadline */
  held_until: z.string().nullable(),
  /** the promised days, of a pickup the day from which it is ready; null without a promise */
  promise: z.object({ from: z.string(), by: z.string() }).nullable(),
  /** of a cash order that has to be confirmed; null for any other */
  confirmation: CodConfirmation.nullable(),
});
export type PaymentState = z.infer<typeof PaymentState>;
