import { readFile } from "node:fs/promises";
import type { AddressAtlas } from "./atlas.ts";
import { type AddressDataset, parseDataset } from "./dataset.ts";
import { type FindOptions, findAddresses, type FoundAddress } from "./find-addresses.ts";
import { buildLexicon } from "./lexicon.ts";

/** The units, and the search for them. */
export interface AddressBook {
  atlas: AddressAtlas;
  find: (text: string, options: FindOptions) => FoundAddress[];
}

const books = new WeakMap<AddressAtlas, Promise<AddressBook>>();

/** Opens the search for units. Its index is built once, which takes about a second; an order needs the units alone. */
export function openAddressBook(atlas: AddressAtlas): Promise<AddressBook> {
  const open = async (): Promise<AddressBook> => {
    const lexicon = await buildLexicon(atlas);
    return { atlas, find: (text, options) => findAddresses(atlas, lexicon, text, options) };
  };
  const book = books.get(atlas) ?? open();
  books.set(atlas, book);
  return book;
}

/** The units that are part of the program. */
export const bundledDataset = async (): Promise<AddressDataset> =>
  parseDataset(await readFile(new URL("./data/units.tsv", import.meta.url), "utf8"));
