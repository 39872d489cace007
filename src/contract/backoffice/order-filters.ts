import { z } from "zod";
import { boolean, integer, text } from "../woo/query.ts";
import { stages } from "./stages.ts";

const toList = (value: unknown): unknown => (typeof value === "string" ? value.split(",") : value);

/** Filters of orders for staff members and merchants' programs, which WooCommerce does not have. They combine. */
export const orderFilters = {
  /** one or more, separated by commas */
  stage: z.preprocess(toList, z.array(z.enum(stages)).max(stages.length)).optional(),
  paid: boolean.optional(),
  payment_method: text.optional(),
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
  /** with a gift box */
  gift: boolean.optional(),
  /** with a note of the customer or of a person */
  has_note: boolean.optional(),
  /** whether the customer did not take three calls in a row */
  unreachable: boolean.optional(),
};
const OrderFilters = z.object(orderFilters);
export type OrderFilters = z.output<typeof OrderFilters>;

/** `GET order-counts` */
export const OrderCountsQuery = OrderFilters.omit({ stage: true });
