import { z } from "zod";
import { RowId, WholeNumber } from "./number.ts";
import { OrderStatus, ShippingMethod } from "./order.ts";
import { ParcelRecord } from "./parcel.ts";

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
    subtotal: z.int(),
    shipping_cost: z.int(),
    total_amount: z.int(),
    /** until when the pieces are kept while nothing is paid, ISO 8601 in UTC; null where they do not wait for it */
    held_until: z.string().nullable(),
  }),
  shipping: z.object({
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    ward_name: z.string(),
    district_name: z.string(),
    province_name: z.string(),
    method: ShippingMethod,
    tracking_code: z.string(),
    tracking_id: z.string(),
  }),
  /** what the customer wrote to the shop with the order; empty where nothing */
  customer_note: z.string(),
  /** null where nothing was ever to be sent */
  parcel: ParcelRecord.nullable(),
  items: z.array(
    z.object({
      product_id: z.int(),
      variation_id: z.int(),
      slug: z.string(),
      name: z.string(),
      option: z.string(),
      quantity: z.int(),
      price: z.int(),
      total: z.int(),
      image_url: z.string(),
    }),
  ),
  /** each move of the order's status, oldest first; dates are ISO 8601 in UTC */
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
