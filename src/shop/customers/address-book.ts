import type { z } from "zod";
import type { CustomerAddressBook, AddressEntry, BookAddress, RecipientAddress } from "#contract/address-book.ts";
import { addressLabel } from "#contract/address-label.ts";
import type { Language } from "#contract/language.ts";
import type { AddressMapper } from "#shop/addresses/index.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { overriddenFields } from "./customer-store.ts";
import type { WholePlace } from "./profile-place.ts";
import { mappedPlace } from "./remap-addresses.ts";

/** How many addresses a customer may have. */
export const maxAddresses = 20;

const savedAddressOf = (line: Sql, saved: Sql): Sql =>
  sql`case when ${saved} is null then null else jsonb_build_object('line', ${line}) || ${saved} end "saved_address"`;

const bookColumns = sql`id, label, first_name "firstName", last_name "lastName", phone, address, city, district, ward, province_id,
  district_id, ward_code, postcode, ${savedAddressOf(sql`address`, sql`saved_address`)}, is_default`;

/** An id of a location that has the carrier's ids: a ward since July 2025 has codes of the statistics office, and its saved address is used. */
const carrierId = (id: Sql): Sql => sql`case when o.location ->> 'scheme' = 'new2' then null else ${id} end`;

/** Where the newest order of a customer was sent: as its snapshot has it. */
const lastOrderOf = (customerId: number): Sql => sql`
  select o.shipping ->> 'first_name' "firstName", o.shipping ->> 'last_name' "lastName",
    coalesce(nullif(o.shipping ->> 'phone', ''), o.billing ->> 'phone') phone, o.shipping ->> 'address_1' address,
    o.location ->> 'province_name' city, o.location ->> 'district_name' district, o.location ->> 'ward_name' ward,
    ${carrierId(sql`(o.location ->> 'province_id')::integer`)} province_id,
    ${carrierId(sql`(o.location ->> 'district_id')::integer`)} district_id,
    ${carrierId(sql`o.location ->> 'ward_code'`)} ward_code, o.shipping ->> 'postcode' postcode,
    case when o.location ? 'address' then (o.location -> 'address') || '{"needs_check": false}' end "saved_address"
  from orders o
  where o.customer_id = ${customerId} and o.status <> 'trash' and o.location is not null and o.shipping ->> 'address_1' <> ''
  order by o.id desc limit 1`;

type OwnAddress = Omit<RecipientAddress, "text">;

const withText = <Row extends OwnAddress>(row: Row, lang: Language): Row & { text: string } => {
  const { saved_address: saved, address, ward, district, city } = row;
  const text = saved
    ? addressLabel(saved, (names) => t(lang, "address.formerly", { names }))
    : [address, ward, district, city].filter(Boolean).join(", ");
  return { ...row, text };
};

/** An order stays as it was placed: its address is mapped where it is offered, as the job maps saved ones. */
function mappedOrder(mapper: AddressMapper | null, row: OwnAddress): OwnAddress {
  const { city, district, ward, saved_address: before, address: line } = row;
  if (!mapper || before?.data_version === mapper.version) return row;
  const { savedAddress, ...names } = mappedPlace(mapper, { city, district, ward, savedAddress: before });
  return { ...row, ...names, saved_address: savedAddress && { line, ...savedAddress } };
}

/**
 * The addresses of a customer, the default one first.
 * @param mapper of {@link addressMapper}, which a transaction cannot read
 */
export async function readAddressBook(
  reader: Reader,
  { customerId, lang, mapper }: { customerId: number; lang: Language; mapper: AddressMapper | null },
): Promise<CustomerAddressBook> {
  const addresses = await reader.all<Omit<BookAddress, "text">>(sql`
    select ${bookColumns} from customer_address where customer_id = ${customerId} order by is_default desc, id desc`);
  const lastOrder = await reader.one<OwnAddress>(lastOrderOf(customerId));
  return {
    addresses: addresses.map((row) => withText(row, lang)),
    max: maxAddresses,
    last_order: lastOrder ? withText(mappedOrder(mapper, lastOrder), lang) : null,
  };
}

/** An address to store: where it is a choice, with the place of its ward. */
export interface NewAddress
  extends Pick<
    z.output<typeof AddressEntry>,
    "label" | "firstName" | "lastName" | "phone" | "address" | "postcode" | "is_default"
  > {
  place: WholePlace;
}

/** The first lock of every write, as of the profile's: the number of addresses and the default one stay as they are. */
const lockCustomer = (tx: Tx, customerId: number): Promise<unknown> =>
  tx.one(sql`select from customer where id = ${customerId} for update`);

/** Makes an address the default one, which is the address of the profile. */
async function makeDefault(tx: Tx, customerId: number, id: number, now: Date): Promise<void> {
  await tx.run(sql`
    update customer_address set is_default = false where customer_id = ${customerId} and is_default and id <> ${id}`);
  await tx.run(sql`update customer_address set is_default = true where id = ${id} and not is_default`);
  await tx.run(sql`
    update customer c set address = a.address, city = a.city, district = a.district, ward = a.ward, province_id = a.province_id,
      district_id = a.district_id, ward_code = a.ward_code, postcode = a.postcode, saved_address = a.saved_address,
      billing = c.billing - ${overriddenFields}::text[], shipping = c.shipping - ${overriddenFields}::text[], modified_at = ${now}
    from customer_address a where a.id = ${id} and c.id = ${customerId}`);
}

/** Whether a row is in the same ward: by the ids of the carrier, without them by its names. */
const isInWard = ({ districtId, wardCode, ward, district, city }: WholePlace): Sql => sql`
  ward_code is not distinct from ${wardCode}::text and district_id is not distinct from ${districtId}::integer
  and (ward_code is not null or (ward, district, city) = (${ward}, ${district}, ${city}))`;

const savedOf = ({ savedAddress }: WholePlace): Sql => sql`${savedAddress && json(savedAddress)}::jsonb`;

/** The same recipient at the same address: a repeated request adds nothing. */
const findSame = (tx: Tx, customerId: number, entry: NewAddress): Promise<{ id: number } | undefined> =>
  tx.one(sql`
    select id from customer_address where customer_id = ${customerId} and first_name = ${entry.firstName}
      and last_name = ${entry.lastName} and phone = ${entry.phone} and lower(address) = lower(${entry.address})
      and ${isInWard(entry.place)} limit 1`);

/**
 * Adds an address, unless the customer has the same; the first one is the default.
 * @returns its id, null if there are {@link maxAddresses}
 */
export async function addAddress(
  tx: Tx,
  customerId: number,
  { entry, now }: { entry: NewAddress; now: Date },
): Promise<number | null> {
  await lockCustomer(tx, customerId);
  const same = await findSame(tx, customerId, entry);
  if (same) {
    if (entry.is_default) await makeDefault(tx, customerId, same.id, now);
    return same.id;
  }
  const before = await tx.one<{ count: number }>(
    sql`select count(*)::integer count from customer_address where customer_id = ${customerId}`,
  );
  const count = before?.count ?? 0;
  if (count >= maxAddresses) return null;
  const { place } = entry;
  const row = await tx.one<{ id: number }>(sql`
    insert into customer_address (customer_id, label, first_name, last_name, phone, address, city, district, ward, province_id,
      district_id, ward_code, saved_address, postcode, created_at)
    values (${customerId}, ${entry.label}, ${entry.firstName}, ${entry.lastName}, ${entry.phone}, ${entry.address}, ${place.city},
      ${place.district}, ${place.ward}, ${place.provinceId}, ${place.districtId}, ${place.wardCode}, ${savedOf(place)},
      ${entry.postcode}, ${now})
    returning id`);
  if (!row) throw new Error("customer_address: insert returned no row");
  if (entry.is_default || count === 0) await makeDefault(tx, customerId, row.id, now);
  return row.id;
}

/** Replaces an address. @returns false if the customer has none with the id */
export async function changeAddress(
  tx: Tx,
  customerId: number,
  { id, entry, now }: { id: number; entry: NewAddress; now: Date },
): Promise<boolean> {
  await lockCustomer(tx, customerId);
  const { place } = entry;
  // chosen in the three selects, another ward is known in one scheme only
  const row = await tx.one<{ isDefault: boolean }>(sql`
    update customer_address set label = ${entry.label}, first_name = ${entry.firstName}, last_name = ${entry.lastName},
      phone = ${entry.phone}, address = ${entry.address}, city = ${place.city}, district = ${place.district}, ward = ${place.ward},
      saved_address = coalesce(${savedOf(place)}, case when ${isInWard(place)} then saved_address end),
      province_id = ${place.provinceId}, district_id = ${place.districtId}, ward_code = ${place.wardCode}, postcode = ${entry.postcode}
    where id = ${id} and customer_id = ${customerId} returning is_default "isDefault"`);
  if (!row) return false;
  if (row.isDefault || entry.is_default) await makeDefault(tx, customerId, id, now);
  return true;
}

/**
 * Removes an address. After the default one, the address that was used last is the default (sql/customers/default-address.sql).
 * @returns false if the customer has none with the id
 */
export async function removeAddress(
  tx: Tx,
  customerId: number,
  { id, now }: { id: number; now: Date },
): Promise<boolean> {
  await lockCustomer(tx, customerId);
  const row = await tx.one<{ isDefault: boolean }>(sql`
    select is_default "isDefault" from customer_address where id = ${id} and customer_id = ${customerId}`);
  if (!row) return false;
  if (row.isDefault)
    await tx.run(sql`
      update customer set address = '', city = '', district = '', ward = '', province_id = null, district_id = null, ward_code = null,
        postcode = '', saved_address = null, billing = billing - ${overriddenFields}::text[], shipping = shipping - ${overriddenFields}::text[],
        modified_at = ${now}
      where id = ${customerId}`);
  else await tx.run(sql`delete from customer_address where id = ${id}`);
  return true;
}
