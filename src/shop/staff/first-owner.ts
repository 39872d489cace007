import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { createLink, hasOwner, linkUrl } from "./links.ts";

const lockOfFirstOwner = 7_145_003;

/**
 * Creates the link that sets up the first owner of a live shop.
 * @param startedAt when this process started: several processes that start together have one link, of the first one that is ready
 * @returns its URL; null if there is an owner, or another process has created a link since then
 */
export function createFirstOwnerLink(
  db: Db,
  config: Config,
  { clock, startedAt }: { clock: Clock; startedAt: Date },
): Promise<string | null> {
  return db.withAdvisoryLock(lockOfFirstOwner, () =>
    db.transaction(async (tx) => {
      const other = await tx.one(sql`
        select from staff_link where kind = 'first_owner' and created_at >= ${startedAt} union all select where ${hasOwner}`);
      if (other) return null;
      const link = { kind: "first_owner", staffId: null, now: clock.now() } as const;
      return linkUrl(config.backOfficeUrl, await createLink(tx, link));
    }),
  );
}
