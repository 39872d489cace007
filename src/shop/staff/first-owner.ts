import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { createLink, hasOwner, linkUrl } from "./links.ts";

const lockOfFirstOwner = 7_145_003;
/** Processes of one database server that start within this time count as one start; the embedded database has one process. */
const sameStartMs = { postgres: 30_000, pglite: 0 };

/**
 * Creates the link that sets up the first owner of a live shop.
 * @returns its URL; null if there is an owner, or another process that starts now has created it
 */
export function createFirstOwnerLink(db: Db, config: Config, clock: Clock): Promise<string | null> {
  return db.withAdvisoryLock(lockOfFirstOwner, () =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const recent = await tx.one(sql`
        select from staff_link where kind = 'first_owner' and created_at > ${new Date(now.getTime() - sameStartMs[db.engine])}
        union all select where ${hasOwner}`);
      if (recent) return null;
      return linkUrl(config.backOfficeUrl, await createLink(tx, { kind: "first_owner", staffId: null, now }));
    }),
  );
}
