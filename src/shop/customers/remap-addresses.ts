import { type AddressMapper, addressMapper } from "#shop/addresses/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { Customer } from "./customer-store.ts";

type SavedPlace = Pick<Customer, "city" | "district" | "ward" | "savedAddress">;
type AddressRow = SavedPlace & Pick<Customer, "id">;

/** A saved address in the units in use; its names of new units follow them. */
export function mappedPlace({ remap, map }: AddressMapper, row: SavedPlace): SavedPlace {
  const { city, district, ward, savedAddress: before } = row;
  if (!before) {
    const address = map({ provinceName: city, districtName: district, wardName: ward });
    return { ...row, savedAddress: { ...address, needs_check: false } };
  }
  const { address, isChanged, names } = remap(before);
  const savedAddress = { ...address, needs_check: before.needs_check || isChanged };
  // a profile with names of the three levels keeps them
  return names
    ? { ...row, savedAddress, ward: names.ward, district: names.district, city: names.province }
    : { ...row, savedAddress };
}

const batchSize = 200;

interface MappedTable {
  table: Sql;
  rows: Sql;
}
const profiles: MappedTable = { table: sql`customer`, rows: sql`true` };
/** The default address of a book follows the profile (sql/customers/default-address.sql). */
const books: MappedTable = { table: sql`customer_address`, rows: sql`not is_default` };

/** @returns the last id of the batch; undefined after the last batch */
async function mapBatch(
  tx: Tx,
  { mapper, table, rows: mappedRows }: MappedTable & { mapper: AddressMapper },
  after: number,
): Promise<number | undefined> {
  const rows = await tx.all<AddressRow>(sql`
    select id, city, district, ward, saved_address "savedAddress" from ${table}
    where id > ${after} and ward <> '' and ${mappedRows}
      and (saved_address is null or saved_address ->> 'data_version' <> ${mapper.version})
    order by id limit ${batchSize} for update`);
  for (const row of rows) {
    const { city, district, ward, savedAddress } = mappedPlace(mapper, row);
    await tx.run(sql`
      update ${table} set city = ${city}, district = ${district}, ward = ${ward}, saved_address = ${json(savedAddress)}::jsonb
      where id = ${row.id}`);
  }
  return rows.at(-1)?.id;
}

/**
 * Maps the addresses of profiles and address books to the units in use, after an update of them and once the search of addresses is on. A changed
 * unit is marked to be checked; names change silently.
 */
export async function remapAddresses(shop: AppContext): Promise<void> {
  const mapper = await addressMapper(shop);
  if (!mapper) return;
  for (const mappedTable of [profiles, books])
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      after = await shop.db.transaction((tx) => mapBatch(tx, { mapper, ...mappedTable }, from));
    }
}
