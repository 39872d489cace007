import { z } from "zod";
import { Email, Password } from "../field-schemas.ts";
import { WooAddress } from "../order.ts";
import { collection, sortOrder, text } from "./query.ts";
import { WriteId, WriteMeta } from "./write.ts";

const line = z.string().trim().max(300);

/** Partial update: only the fields sent are changed. */
export const WriteAddress = z
  .object({
    first_name: line,
    last_name: line,
    company: line,
    address_1: line,
    address_2: line,
    city: line,
    state: line,
    postcode: line,
    country: line,
    phone: line,
  })
  .partial();
const WriteBilling = WriteAddress.extend({ email: z.union([Email, z.literal("")]).optional() });

const shared = {
  first_name: z.string().trim().max(100),
  last_name: z.string().trim().max(100),
  password: Password,
  billing: WriteBilling,
  shipping: WriteAddress,
  meta_data: WriteMeta,
};

/**
 * `POST wc/v3/customers`. The default username is derived from the email; without a password the customer sets one
 * through the reset email.
 */
export const CreateCustomer = z
  .object({ ...shared, username: z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/) })
  .partial()
  .extend({ email: Email });
export type CreateCustomer = z.output<typeof CreateCustomer>;

export const UpdateCustomer = z
  .object({ ...shared, id: WriteId, email: Email, username: z.string().max(60) })
  .partial();
export type UpdateCustomer = z.output<typeof UpdateCustomer>;

export const WooCustomer = z.object({
  id: z.int(),
  date_created: z.string().nullable(),
  date_created_gmt: z.string().nullable(),
  date_modified: z.string().nullable(),
  date_modified_gmt: z.string().nullable(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.string(),
  username: z.string(),
  billing: WooAddress.extend({ email: z.string() }),
  shipping: WooAddress,
  is_paying_customer: z.boolean(),
  avatar_url: z.string(),
  meta_data: z.array(z.object({ id: z.int(), key: z.string(), value: z.unknown() })),
  _links: z.unknown(),
});

/** WooCommerce's roles; all users of this shop are customers, so the other roles match none. */
const roles = [
  "all",
  "administrator",
  "editor",
  "author",
  "contributor",
  "subscriber",
  "customer",
  "shop_manager",
] as const;

export const CustomersQuery = z.object({
  ...collection,
  order: sortOrder("asc"),
  orderby: z.enum(["id", "include", "name", "registered_date"]).default("name"),
  email: text.optional(),
  role: z.enum(roles).default("customer"),
});
export type CustomersQuery = z.output<typeof CustomersQuery>;
