import { z } from "zod";
import { anyStatuses } from "../order-statuses.ts";
import { boolean, date, integer, text } from "./query.ts";
import { dayRanges } from "../list-rules.ts";
import { stages } from "../stages.ts";

const toList = (value: unknown): unknown => (typeof value === "string" ? value.split(",") : value);

/** Filters of orders for staff members and merchants' programs, which WooCommerce does not have. They combine. */
export const orderFilters = {
  /** one or more, separated by commas */
  stage: z.preprocess(toList, z.array(z.enum(stages)).max(stages.length)).optional(),
  paid: boolean.optional(),
  /** with money that was or will be returned */
  refunded: boolean.optional(),
  /** with cash that a carrier has collected and not paid out */
  cash_outstanding: boolean.optional(),
  payment_method: text.optional(),
  /** when it was placed */
  day: z.enum(dayRanges).optional(),
  /** first and last day when it was placed: `2026-11-21`, in Vietnam */
  from: date.optional(),
  to: date.optional(),
  /** name of the province, as in the order's address */
  province: text.optional(),
  /** carrier of the newest parcel: `ghn`, or the name of another one */
  carrier: text.optional(),
  /** đồng, inclusive */
  min_total: integer.optional(),
  max_total: integer.optional(),
  /** orders that contain a product of this category */
  category: integer.optional(),
  /** how it was created: `checkout`, `rest-api`, … */
  created_by: text.optional(),
  /** id of the staff member that packs or packed it */
  packed_by: integer.optional(),
  /** with a gift box */
  gift: boolean.optional(),
  /** with a note of the customer or of a person */
  has_note: boolean.optional(),
  /** the first order of its phone number */
  first_order: boolean.optional(),
  /** whether the customer did not take three calls in a row */
  unreachable: boolean.optional(),
};
const OrderFilters = z.object(orderFilters);
export type OrderFilters = z.output<typeof OrderFilters>;

/** Filters that WooCommerce has as well. */
const sharedFilters = {
  /** one or more statuses, separated by commas; `trash` is not included otherwise */
  status: z.preprocess(toList, z.array(z.enum(anyStatuses))).optional(),
  /** orders that contain this product or variation */
  product: integer.optional(),
};

/** All filters of the order list. */
export const listFilters = { ...orderFilters, ...sharedFilters };
const ListFilters = z.object(listFilters);
export type ListFilters = z.output<typeof ListFilters>;

/** `GET order-counts` */
export const OrderCountsQuery = ListFilters.omit({ stage: true });
