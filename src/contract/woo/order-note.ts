import { z } from "zod";
import { Single } from "./query.ts";
import { WriteBoolean } from "./write.ts";

/** A note on an order, internal or for the customer. */
export const OrderNote = z.object({
  id: z.int(),
  /** "system", or the description of the API key */
  author: z.string(),
  date_created: z.string(),
  date_created_gmt: z.string(),
  note: z.string(),
  /** whether it was sent to the customer */
  customer_note: z.boolean(),
  /** shown while the order is packed; WooCommerce has neither this nor the next field */
  for_packing: z.boolean(),
  pinned: z.boolean(),
  _links: z.record(z.string(), z.array(z.object({ href: z.string() }))),
});
export type OrderNote = z.infer<typeof OrderNote>;

export const NotesQuery = Single.extend({ type: z.enum(["any", "customer", "internal"]).default("any") });

export const CreateNote = z.object({
  note: z.string().trim().min(1).max(5_000),
  /** sends it to the customer */
  customer_note: WriteBoolean.default(false),
  /** authored by the key's description */
  added_by_user: WriteBoolean.default(false),
  for_packing: WriteBoolean.default(false),
  pinned: WriteBoolean.default(false),
});
export type CreateNote = z.output<typeof CreateNote>;
