import { revertDays } from "#contract/backoffice/import-choices.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { forgetFiles } from "./import-files.ts";

const retentionDays = 30;

/** Deletes files and snapshots after the days in which they are needed, and imports after a month. */
export async function sweepImports(shop: Pick<AppContext, "db" | "config" | "clock">): Promise<void> {
  const { db, clock } = shop;
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * dayMs);
  const before = daysAgo(revertDays);
  const ended = sql`not exists (select from background_task b where b.id = i.task_id and b.state in ('queued', 'running'))`;
  const files = await db.all<{ id: number; file: string }>(sql`
    select i.id, i.file from product_import i where i.file is not null and i.created_at < ${before} and ${ended}`);
  await forgetFiles(shop, files);
  await db.transaction(async (tx) => {
    await tx.run(sql`
      delete from product_import_product p using product_import i
      where i.id = p.import_id and p.state = 'written' and i.written_at < ${before} and ${ended}`);
    await tx.run(
      sql`delete from product_import i where i.created_at < ${daysAgo(retentionDays)} and i.file is null and ${ended}`,
    );
  });
}
