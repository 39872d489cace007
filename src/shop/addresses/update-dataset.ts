import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";
import { type Db, type Reader, sql } from "#shop/kernel/db/database.ts";
import { addressesTag, readDataset } from "./current-book.ts";
import {
  type AddressDataset,
  compareDatasets,
  type DatasetChanges,
  InvalidDatasetError,
  parseDataset,
} from "./dataset.ts";

export interface DatasetUpdate {
  from: string;
  to: string;
  changes: DatasetChanges;
}

/** The file with the moves in use, if it has none of its own. */
const completeContent = (text: string, { moves }: AddressDataset): string =>
  /^move\t/m.test(text)
    ? text
    : `${text.trimEnd()}\n${[...moves].map(([from, to]) => `move\t${from}\t${to.join(",")}`).join("\n")}\n`;

async function compare(
  reader: Reader,
  text: string,
  allowOlder: boolean,
): Promise<DatasetUpdate & { content: string }> {
  const current = await readDataset(reader);
  const content = completeContent(text, current);
  const next = parseDataset(content);
  if (next.version <= current.version && !allowOlder)
    throw new InvalidDatasetError(
      `its version ${next.version} is not newer than ${current.version}; --older accepts it`,
    );
  return { from: current.version, to: next.version, changes: compareDatasets(current, next), content };
}

/**
 * Replaces the units since July 2025 by those of a file, in one transaction. Stored orders are not changed.
 * @param text of the file: data/README.md
 * @throws InvalidDatasetError with the reason
 */
export async function updateDataset(
  db: Db,
  text: string,
  { now, dryRun, allowOlder }: { now: Date; dryRun: boolean; allowOlder: boolean },
): Promise<DatasetUpdate> {
  if (dryRun) return compare(db, text, allowOlder);
  return db.transaction(async (tx) => {
    await tx.run(sql`lock table address_dataset in share row exclusive mode`);
    const { content, ...update } = await compare(tx, text, allowOlder);
    await tx.run(
      sql`insert into address_dataset (version, content, added_at) values (${update.to}::date, ${content}, ${now})`,
    );
    await publishInvalidation(tx, [addressesTag]);
    return update;
  });
}
