import type { Db } from "#shop/kernel/db/database.ts";

/**
 * Clusters search_posting by its index. After many writes the bitmaps of a word are spread over many pages, and a
 * search for frequent words at 100,000 products takes half as long again. Searches are blocked while it runs, a second
 * at that size. Not run on PGlite, where it would block all requests.
 */
export async function clusterSearchIndex(db: Db): Promise<void> {
  if (db.engine === "postgres") await db.script("set local statement_timeout = 0; select cluster_postings()");
}
