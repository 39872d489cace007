import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type AddressBook, bundledDataset, openAddressBook } from "./address-book.ts";
import { type AddressAtlas, buildAtlas } from "./atlas.ts";
import { type AddressDataset, parseDataset } from "./dataset.ts";

/** Cache tag of responses made from the units. */
export const addressesTag = "addresses";

let bundled: Promise<AddressAtlas> | undefined;
const bundledAtlas = (): Promise<AddressAtlas> => {
  bundled ??= bundledDataset().then(buildAtlas);
  return bundled;
};

/** The units in use: from the newest update, else those of the program. */
export async function readDataset(reader: Reader): Promise<AddressDataset> {
  const row = await reader.one<{ content: string }>(sql`select content from address_dataset order by id desc limit 1`);
  return row ? parseDataset(row.content) : bundledDataset();
}

interface UpdatedAtlas {
  id: number;
  atlas: Promise<AddressAtlas>;
}
/** A process has one. */
const updated = new WeakMap<AppContext, UpdatedAtlas>();

/** The units in use. */
export async function currentAtlas(shop: AppContext): Promise<AddressAtlas> {
  const row = await shop.db.one<{ id: number }>(sql`select id from address_dataset order by id desc limit 1`);
  if (!row) return bundledAtlas();
  const known = updated.get(shop);
  if (known?.id === row.id) return known.atlas;
  const atlas = readDataset(shop.db).then(buildAtlas);
  updated.set(shop, { id: row.id, atlas });
  atlas.catch(() => updated.delete(shop));
  return atlas;
}

/** The units in use, and the search for them. */
export const currentBook = async (shop: AppContext): Promise<AddressBook> => openAddressBook(await currentAtlas(shop));
