import { readFile } from "node:fs/promises";
import { type AddressAtlas, buildAtlas } from "./atlas.ts";
import { type AddressDataset, parseDataset } from "./dataset.ts";
import { type FindOptions, findAddresses, type FoundAddress } from "./find-addresses.ts";
import { buildLexicon } from "./lexicon.ts";

/** The units, and the search for them. */
export interface AddressBook {
  atlas: AddressAtlas;
  find: (text: string, options: FindOptions) => FoundAddress[];
}

export async function openAddressBook(dataset: AddressDataset): Promise<AddressBook> {
  const atlas = await buildAtlas(dataset);
  const lexicon = buildLexicon(atlas);
  return { atlas, find: (text, options) => findAddresses(atlas, lexicon, text, options) };
}

/** The units that are part of the program. */
export const bundledDataset = async (): Promise<AddressDataset> =>
  parseDataset(await readFile(new URL("./data/units.tsv", import.meta.url), "utf8"));
