import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { type AddressBook, bundledDataset, openAddressBook } from "./address-book.ts";
import { type AddressDataset, parseDataset } from "./dataset.ts";

/** Cache tag of responses made from the units. */
export const addressesTag = "addresses";

let bundled: Promise<AddressBook> | undefined;
const bundledBook = (): Promise<AddressBook> => {
  bundled ??= bundledDataset().then(openAddressBook);
  return bundled;
};

/** The units in use: from the newest update, else those of the program. */
export async function readDataset(reader: Reader): Promise<AddressDataset> {
  const row = await reader.one<{ content: string }>(sql`select content from address_dataset order by id desc limit 1`);
  return row ? parseDataset(row.content) : bundledDataset();
}

interface UpdatedBook {
  id: number;
  book: Promise<AddressBook>;
}
/** A process has one; the search index of an update takes about a second to build. */
const updated = new WeakMap<AppContext, UpdatedBook>();

/** The units in use, and the search for them. */
export async function currentBook(shop: AppContext): Promise<AddressBook> {
  const row = await shop.db.one<{ id: number }>(sql`select id from address_dataset order by id desc limit 1`);
  if (!row) return bundledBook();
  const known = updated.get(shop);
  if (known?.id === row.id) return known.book;
  const book = readDataset(shop.db).then(openAddressBook);
  updated.set(shop, { id: row.id, book });
  book.catch(() => updated.delete(shop));
  return book;
}
