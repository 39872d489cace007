import { z } from "zod";
import { CodConfirmation } from "./cod-confirmation.ts";
import { DongAmount, UsdCentsAmount } from "./field-schemas.ts";
import { RowId, WholeNumber } from "./number.ts";
import { OrderStatus, ShippingMethod } from "./order.ts";
import { ParcelRecord } from "./parcel.ts";
import { SelfServiceFields } from "./self-service.ts";

export const historyPaymentStatuses = ["paid", "pending", "failed"] as const;
export const OrderRecord = z.object({
  order_id: z.int(),
  order_number: z.string(),
  /** ISO 8601 in UTC */
  order_date: z.string(),
  status: OrderStatus,
  payment: z.object({
    status: z.enum(historyPaymentStatuses),
    method: z.string(),
    transaction_id: z.string(),
    subtotal: DongAmount,
    shipping_cost: DongAmount,
    total_amount: DongAmount,
    /** what of it a refund can still return; 0 of an unpaid order */
    refundable: DongAmount,
    /** what was charged, in US cents, for a payment in dollars; null for any other, and before the payment */
    charged_usd_cents: UsdCentsAmount.nullable(),
    /** until when stock is reserved for an unpaid order, ISO 8601 in UTC; null where there is no deadline */
    held_until: z.string().nullable(),
    /** what is paid in advance of the cash, and what at the door; null unless it can be paid, or is */
    deposit: z
      .object({ amount: DongAmount, rest: DongAmount, state: z.enum(["waiting", "paid"]), until: z.string() })
      .nullable(),
  }),
  shipping: z.object({
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    address: z.string(),
    ward_name: z.string(),
    district_name: z.string(),
    province_name: z.string(),
    /** the address on one line; new names first, old ones in brackets, if both are known */
    label: z.string(),
    /** ids of the address in the carrier's map; null for a pickup, and for an address of a merchant's program */
    place: z.object({ province_id: z.int(), district_id: z.int(), ward_code: z.string() }).nullable(),
    /** codes of the wards at the statistics office, "" for none; null without an address in both schemes */
    wards: z.object({ old: z.string(), new: z.string() }).nullable(),
    postcode: z.string(),
    method: ShippingMethod,
    tracking_code: z.string(),
    tracking_id: z.string(),
  }),
  /** the customer's note on the order, "" without one */
  customer_note: z.string(),
  /** the promised days, of a pickup the day from which it is ready; null for orders without a promise, and for those that will not be delivered */
  promise: z.object({ from: z.iso.date(), by: z.iso.date() }).nullable(),
  /** of a cash order that has to be confirmed; null for any other */
  confirmation: CodConfirmation.nullable(),
  /** null if the order was never shipped */
  parcel: ParcelRecord.nullable(),
  items: z.array(
    z.object({
      line_id: z.int(),
      product_id: z.int(),
      variation_id: z.int(),
      slug: z.string(),
      name: z.string(),
      option: z.string(),
      quantity: z.int(),
      price: DongAmount,
      total: DongAmount,
      image_url: z.string(),
      /** the name of the free gift; "" without one */
      gift: z.string(),
    }),
  ),
  /** what the customer can do with the order now */
  self_service: z.object(SelfServiceFields),
  /** every status change, oldest first; dates are ISO 8601 in UTC */
  timeline: z.array(z.object({ status: OrderStatus, date: z.string() })),
});
export type OrderRecord = z.infer<typeof OrderRecord>;

/** `GET custom/v1/order-data` */
export const OrderHistory = z.object({ orders: z.array(OrderRecord), total_orders: z.int(), total_pages: z.int() });
export type OrderHistory = z.infer<typeof OrderHistory>;
export const OrderHistoryQuery = z.object({
  customer_id: RowId,
  page: WholeNumber.pipe(z.int().min(1).max(100_000)).default(1),
});
