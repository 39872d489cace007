import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { type WooItem, linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { type Customer, customerColumns } from "../customer-store.ts";
import { datePair } from "#shop/kernel/woo/woo-dates.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";

type WooAddress = Record<string, string>;

/** An account with all fields of `wc/v3`. */
export interface CustomerRow extends Customer {
  /** written by a merchant, overriding the profile */
  billing: WooAddress;
  shipping: WooAddress;
  /** where the customer's orders are sent by default; null without an address */
  defaultAddress: WooAddress | null;
  metaData: StoredMeta[];
  hasPaid: boolean;
  createdAt: Date;
  modifiedAt: Date;
}

/** The columns of `customer c` as {@link CustomerRow}. */
export const wooCustomerColumns: Sql = sql`
  ${customerColumns}, billing, shipping,
  (select jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name, 'phone', a.phone, 'address_1', a.address,
     'address_2', a.ward, 'city', a.city, 'state', a.district, 'postcode', a.postcode, 'country', 'VN')
   from customer_address a where a.customer_id = c.id and a.is_default) "defaultAddress",
  meta_data "metaData", created_at "createdAt", modified_at "modifiedAt",
  exists (select from orders o where o.customer_id = c.id and o.status in ('processing', 'completed')) "hasPaid"`;

export const findWooCustomer = (reader: Reader, id: number): Promise<CustomerRow | undefined> =>
  reader.one<CustomerRow>(sql`select ${wooCustomerColumns} from customer c where c.id = ${id}`);

const empty = {
  first_name: "",
  last_name: "",
  company: "",
  address_1: "",
  address_2: "",
  city: "",
  state: "",
  postcode: "",
  country: "",
  phone: "",
};

/** The format of order addresses: address_2 is the ward, state the district, city the province. */
const profileAddress = (row: CustomerRow): WooAddress => ({
  ...empty,
  first_name: row.firstName,
  last_name: row.lastName,
  address_1: row.address,
  address_2: row.ward,
  city: row.city,
  state: row.district,
  postcode: row.postcode,
  country: row.address ? "VN" : "",
  phone: row.phone,
});

/** An account in WooCommerce's format. */
export const wooCustomer = (row: CustomerRow, origin: string): WooItem & { id: number } => ({
  id: row.id,
  ...datePair("date_created", row.createdAt),
  ...datePair("date_modified", row.modifiedAt),
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  role: "customer",
  username: row.username,
  billing: { ...profileAddress(row), email: row.email, ...row.billing },
  shipping: { ...empty, ...row.defaultAddress, ...row.shipping },
  is_paying_customer: row.hasPaid,
  avatar_url: "",
  meta_data: row.metaData,
  _links: linksOf(origin, "customers", row.id),
});
