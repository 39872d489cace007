import { z } from "zod";
import { orderFilters } from "./order-filters.ts";
import { orderStatuses } from "../order-statuses.ts";
import { boolean, collection, idList, integer, moment, Single, sortOrder } from "./query.ts";

const context = z.enum(["view", "edit"]).default("view");
/** decimal places of amounts in the response; đồng have none */
const dp = integer.pipe(z.int().min(0).max(8)).default(0);

/** Statuses accepted as a filter; WooCommerce's draft statuses match nothing here. */
const ListedStatus = z.enum(["any", "trash", "auto-draft", ...orderStatuses, "checkout-draft"]);
const toList = (value: unknown): unknown => (typeof value === "string" ? value.split(",") : value);

/** `GET wc/v3/orders` */
export const OrdersQuery = z.object({
  ...collection,
  context,
  dp,
  order: sortOrder("desc"),
  orderby: z.enum(["date", "id", "include", "title", "slug", "modified"]).default("date"),
  after: moment.optional(),
  before: moment.optional(),
  modified_after: moment.optional(),
  modified_before: moment.optional(),
  dates_are_gmt: boolean.default(false),
  parent: idList.optional(),
  parent_exclude: idList.optional(),
  status: z.preprocess(toList, z.array(ListedStatus)).default(["any"]),
  /** 0: guests */
  customer: integer.optional(),
  /** orders that contain this product or variation */
  product: integer.optional(),
  ...orderFilters,
});
export type OrdersQuery = z.output<typeof OrdersQuery>;

/** `GET wc/v3/orders/{id}` */
export const OrderQuery = Single.extend({ context, dp });
