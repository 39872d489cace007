import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "./lock-catalog.ts";
import { writeProducts } from "./products/write-products.ts";

/** Publishes the scheduled products whose time has come. @returns their number */
export async function publishScheduledProducts(tx: Tx, now: Date): Promise<number> {
  const due = sql`select id from product where status = 'future' and created_at <= ${now}::timestamptz order by id`;
  if ((await tx.all(due)).length === 0) return 0;
  await lockCatalog(tx);
  const ids = (await tx.all<{ id: number }>(due)).map(({ id }) => id);
  await writeProducts(
    tx,
    ids.map((id) => ({ id, change: { status: "publish" } })),
    now,
  );
  return ids.length;
}
