import type { PhoneRecord } from "#contract/backoffice/order-details.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { fullAddress, type Order } from "#shop/orders/index.ts";

interface PhoneRow {
  key: string;
  orders: number;
  delivered: number;
  refused: number;
  lastRefusedAt: Date | null;
  cancelled: number;
  open: number;
  firstAt: Date | null;
  names: string[];
  addresses: Pick<Order, "shipping" | "location">[];
}

/** A parcel that came back, or is on its way back. */
const returnedAt = sql`(select max(p.updated_at) from parcel p where p.order_id = o.id
  and p.status in ('waiting_to_return', 'return', 'return_transporting', 'return_sorting', 'returning', 'return_fail', 'returned'))`;

const maxVariants = 10;

/** The last nine digits, by which all notations of a number are the same, reversed as in the index; null for less than nine. */
function keyOf(phone: string): string | null {
  const last = phone.replaceAll(/\D/g, "").slice(-9);
  return last.length < 9 ? null : [...last].reverse().join("");
}

const readRows = (reader: Reader, keys: readonly string[]): Promise<PhoneRow[]> =>
  reader.all<PhoneRow>(sql`
    select k.key, r.* from unnest(${[...keys]}::text[]) k(key) cross join lateral (with found as materialized (
      select o.id, o.status, o.created_at, ${returnedAt} refused_at,
        trim(concat_ws(' ', o.billing ->> 'last_name', o.billing ->> 'first_name')) "name",
        jsonb_build_object('shipping', o.shipping - '{first_name,last_name,company,phone,postcode,country}'::text[],
          'location', o.location) address
      from orders o
      where (reverse(right(regexp_replace(o.billing ->> 'phone', '[^0-9]', '', 'g'), 9)) collate "C") = k.key and o.status <> 'trash')
    select count(*)::integer orders, count(*) filter (where status = 'completed')::integer delivered,
      count(refused_at)::integer refused, max(refused_at) "lastRefusedAt",
      count(*) filter (where status in ('cancelled', 'failed') and refused_at is null)::integer cancelled,
      count(*) filter (where status in ('pending', 'processing', 'on-hold') and refused_at is null)::integer open, min(created_at) "firstAt",
      coalesce((select jsonb_agg(v."name" order by v.last desc) from (
        select "name", max(id) last from found where "name" <> '' group by "name" order by last desc limit ${maxVariants}) v), '[]') names,
      coalesce((select jsonb_agg(v.address order by v.last desc) from (
        select address, max(id) last from found group by address order by last desc limit ${maxVariants}) v), '[]') addresses
    from found) r`);

function recordOf(row: PhoneRow, lang: Language): PhoneRecord {
  const { orders, delivered, refused, cancelled, open, names } = row;
  const labels = row.addresses.map(({ shipping, location }) => fullAddress(shipping, location, lang));
  const addresses = [...new Set(labels.filter(Boolean))];
  return {
    ...{ orders, delivered, refused, cancelled, open, names, addresses },
    last_refused_at: row.lastRefusedAt?.toISOString() ?? null,
    first_at: row.firstAt?.toISOString() ?? null,
  };
}

/** What the shop's own records contain about phone numbers, by the given texts; nothing about those with less than nine digits. */
export async function readPhoneRecords(
  reader: Reader,
  phones: readonly string[],
  lang: Language,
): Promise<Map<string, PhoneRecord>> {
  const keys = [...new Set(phones.flatMap((phone) => keyOf(phone) ?? []))];
  if (keys.length === 0) return new Map();
  const records = new Map((await readRows(reader, keys)).map((row) => [row.key, recordOf(row, lang)]));
  return new Map(
    phones.flatMap((phone) => {
      const record = records.get(keyOf(phone) ?? "");
      return record ? [[phone, record]] : [];
    }),
  );
}

/** What the shop's own records contain about a phone number, in any notation. @throws HttpError 400 for less than nine digits */
export async function readPhoneRecord(reader: Reader, digits: string, lang: Language): Promise<PhoneRecord> {
  const record = (await readPhoneRecords(reader, [digits], lang)).get(digits);
  if (!record) throw invalidParam("digits", t(lang, "workflow_errors.phone"));
  return record;
}
