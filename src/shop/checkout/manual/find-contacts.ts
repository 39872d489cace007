import type { OrderContact } from "#contract/backoffice/manual-orders.ts";
import type { Language } from "#contract/language.ts";
import { toE164 } from "#contract/person-validation.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { fullAddress, type OrderLocation, phoneKey } from "#shop/orders/index.ts";

interface ContactRow {
  customerId: number | null;
  firstName: string;
  lastName: string;
  email: string;
  street: string;
  postcode: string;
  /** ward, district and province */
  names: (string | null)[];
  location: OrderContact["location"];
  /** as it is stored, with the address in both schemes */
  stored: OrderLocation | null;
  lastOrderAt: Date | null;
}

const maxContacts = 10;

/** The carrier's ids of an order's or account's address, with their names; null unless they are complete. */
const place = sql`case when w.location ->> 'ward_code' <> '' and coalesce(w.location ->> 'scheme', 'old3') = 'old3' then jsonb_build_object(
  'province_id', (w.location ->> 'province_id')::integer, 'province_name', coalesce(w.location ->> 'province_name', ''),
  'district_id', (w.location ->> 'district_id')::integer, 'district_name', coalesce(w.location ->> 'district_name', ''),
  'ward_code', w.location ->> 'ward_code', 'ward_name', coalesce(w.location ->> 'ward_name', '')) end`;

const labelOf = ({ street, names: [ward, district, province], stored }: ContactRow, lang: Language): string =>
  fullAddress({ address_1: street, address_2: ward ?? "", state: district ?? "", city: province ?? "" }, stored, lang);

/**
 * Names and addresses of a phone number in any notation: each address of its orders once, the newest first, then its accounts.
 * @param accounts whether the role sees customers
 * @throws HttpError 400 for what is no phone number
 */
export async function findContacts(
  reader: Reader,
  typed: string,
  { accounts, lang }: { accounts: boolean; lang: Language },
): Promise<OrderContact[]> {
  const phone = toE164(typed);
  if (!phone) throw invalidParam("phone", t(lang, "validation.vn_phone"));
  const key = [...phone.slice(-9)].reverse().join("");
  const rows = await reader.all<ContactRow>(sql`
    select w.customer_id "customerId", w.first_name "firstName", w.last_name "lastName", w.email, w.street, w.postcode,
      array[w.ward, w.district, w.province] names, ${place} location, w.location stored, w.at "lastOrderAt"
    from (
      (select distinct on (customer_id, first_name, last_name, street, location) * from (
        select o.customer_id, coalesce(nullif(o.shipping ->> 'first_name', ''), o.billing ->> 'first_name') first_name,
          coalesce(nullif(o.shipping ->> 'last_name', ''), o.billing ->> 'last_name', '') last_name, coalesce(o.billing ->> 'email', '') email,
          coalesce(o.shipping ->> 'address_1', '') street, coalesce(o.shipping ->> 'postcode', '') postcode,
          o.shipping ->> 'address_2' ward, o.shipping ->> 'state' district, o.shipping ->> 'city' province, o.location, o.created_at at
        from orders o where ${phoneKey(sql`o`)} = ${key} and o.status <> 'trash') placed
      order by customer_id, first_name, last_name, street, location, at desc)
      union all
      select c.id, c.first_name, c.last_name, c.email, coalesce(c.address, ''), coalesce(c.postcode, ''),
        c.ward, c.district, c.city, jsonb_build_object(
        'province_id', c.province_id, 'province_name', c.city, 'district_id', c.district_id, 'district_name', c.district,
        'ward_code', c.ward_code, 'ward_name', c.ward, 'address', c.saved_address), null
      from customer c where c.phone = ${phone} and ${accounts}::boolean) w
    order by w.at desc nulls last limit ${maxContacts}`);
  return rows.map((row) => ({
    customer_id: row.customerId,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    address_1: row.street,
    postcode: row.postcode,
    location: row.location,
    address_label: labelOf(row, lang),
    last_order_at: row.lastOrderAt?.toISOString() ?? null,
  }));
}
