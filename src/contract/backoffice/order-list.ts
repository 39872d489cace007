import { z } from "zod";
import { DongAmount, LanguageCode } from "../field-schemas.ts";
import { collection } from "../woo/query.ts";
import { listSorts, matchedFields, rowsPerPage } from "../list-rules.ts";
import { WooOrder } from "../woo/order.ts";
import { listFilters } from "../woo/order-filters.ts";
import { PhoneRecord } from "./order-details.ts";
import { OrderWorkflow, TimelineEntry } from "../order-workflow.ts";
import { ParcelEntry } from "./parcels.ts";

/** `GET orders` */
export const OrderListQuery = z.object({
  page: collection.page,
  per_page: collection.per_page.default(rowsPerPage),
  search: collection.search,
  lang: LanguageCode.default("vi"),
  /** by default `waiting` for one stage that waits for the shop, otherwise `date` */
  orderby: z.enum(listSorts).optional(),
  /** by default `desc`, the newest first, and `asc` by `waiting` */
  order: z.enum(["asc", "desc"]).optional(),
  ...listFilters,
});
export type OrderListQuery = z.output<typeof OrderListQuery>;

/** One order in the list. */
export const OrderRow = z.object({
  id: z.int(),
  number: z.string(),
  /** as the ETag of the order, for `If-Match` */
  version: z.string(),
  status: z.string(),
  /** ISO, UTC */
  created_at: z.string(),
  customer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  province: z.string(),
  items: z.object({
    /** different line items */
    lines: z.int(),
    /** units of all of them */
    quantity: z.int(),
    /** of the first line item; empty without one */
    name: z.string(),
    /** path of the image; empty without one */
    image: z.string(),
  }),
  total: DongAmount,
  payment_method: z.string(),
  /** paid by a gateway, or recorded by a person */
  paid: z.boolean(),
  /** note of the customer, or of a person */
  has_note: z.boolean(),
  /** earlier parcels to this phone number that came back */
  refused_before: z.int(),
  /** by what the search found it; null without a search */
  matched: z.enum(matchedFields).nullable(),
  lianne: OrderWorkflow,
});
export type OrderRow = z.infer<typeof OrderRow>;

/** `GET orders-in-progress` */
export const OpenOrdersQuery = z.object({
  page: collection.page,
  lang: LanguageCode.default("vi"),
});

/** An order in progress with what its screen shows, for offline use. */
export const OpenOrder = z.object({
  order: WooOrder,
  /** as the ETag of the order, for `If-Match` */
  version: z.string(),
  timeline: z.array(TimelineEntry),
  parcels: z.array(ParcelEntry),
  /** of the number by which its recipient is called; null without one, and for roles that may not confirm orders */
  phone: PhoneRecord.nullable(),
});
export type OpenOrder = z.infer<typeof OpenOrder>;

/** What the filters of the list can be set to, as far as it depends on the shop's data. */
export const FilterOptions = z.object({
  provinces: z.array(z.string()),
  carriers: z.array(z.string()),
  payment_methods: z.array(z.string()),
  created_by: z.array(z.string()),
  packers: z.array(z.object({ id: z.int(), name: z.string() })),
  categories: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type FilterOptions = z.infer<typeof FilterOptions>;
