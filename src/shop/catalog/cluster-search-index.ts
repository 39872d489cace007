import type { Db } from "#shop/kernel/db/database.ts";

/**
 * Puts what words find (search_posting) into the order of its index. After many writes the bitmaps of a word lie each on a page of
 * its own, and a search of frequent words at 100,000 products takes half as long again. Searches wait meanwhile, a second
 * there. The embedded database, which would answer nobody, is left as it is.
 */
export async function clusterSearchIndex(db: Db): Promise<void> {
  if (db.engine === "postgres") await db.script("set local statement_timeout = 0; select gather_words()");
}
