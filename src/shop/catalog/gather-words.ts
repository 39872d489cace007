import { type Db, sqlState } from "../kernel/database.ts";

const lockNotAvailable = "55P03";

/**
 * Puts what words find (search_posting) into the order of its index. After many writes the bitmaps of a word lie each on a page of
 * its own, and a search of frequent words at 100,000 products takes half as long again. Searches wait meanwhile, a second
 * there; where somebody else is at it for longer, as a backup may be, it is left for the next time.
 */
export async function gatherWords(db: Db): Promise<void> {
  try {
    await db.script(
      "set local lock_timeout = '2s'; set local statement_timeout = 0; cluster search_posting using search_posting_pkey",
    );
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
  }
}
