import type {
  ItemPrices,
  PriceChangeEntry,
  PriceFilter,
  PriceRule,
  SkippedPrice,
} from "#contract/backoffice/prices.ts";
import type { HistoryPage } from "#contract/backoffice/history-page.ts";
import type { Language, Translated } from "#contract/language.ts";
import type { z } from "zod";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { createTask } from "#shop/tasks/index.ts";

interface ChangeRow {
  id: number;
  rule: PriceRule;
  state: PriceChangeEntry["state"];
  by: string | null;
  createdAt: Date;
  undoneAt: Date | null;
  filter: PriceFilter;
  category: Translated | null;
  counts: Partial<PriceChangeEntry["counts"]>;
  undoable: boolean;
}

const noLines = { planned: 0, applied: 0, skipped: 0, restored: 0, not_restored: 0 };

/** Condition on `price_change c`: its task, or that of its undo, has not ended. The tasks are read once for all rows. */
const isActive = sql`c.id in (
  select (b.payload -> 'input' ->> 'change')::integer from background_task b
  where b.kind in ('price_change', 'price_change_undo') and b.state in ('queued', 'running'))`;

const changeRows = (condition: Sql, page: Sql = sql``): Sql => sql`
  select c.id, c.rule, c.state, m.name "by", c.created_at "createdAt", c.undone_at "undoneAt", c.filter,
    (select name from category where id = (c.filter ->> 'category_id')::integer) category,
    c.state <> 'undone' and not ${isActive} undoable, coalesce((
    select jsonb_object_agg(state, count) from (
      select state, count(*)::integer count from price_change_line where price_change_id = c.id group by state) s), '{}') counts
  from price_change c left join staff m on m.id = c.staff_id where ${condition} order by c.id desc ${page}`;

const toEntry = (
  { createdAt, undoneAt, counts, filter, category, ...row }: ChangeRow,
  lang: Language,
): PriceChangeEntry => ({
  ...row,
  filter: {
    category: category?.[lang] ?? null,
    search: filter.search || null,
    on_sale: filter.on_sale ?? null,
    ids: filter.ids?.length ?? 0,
  },
  created_at: createdAt.toISOString(),
  undone_at: undoneAt?.toISOString() ?? null,
  counts: { ...noLines, ...counts },
});

/** A page of the changes, the newest first. @returns also the number of all */
export async function listPriceChanges(
  reader: Reader,
  { page, per_page }: HistoryPage,
  lang: Language,
): Promise<{ entries: PriceChangeEntry[]; total: number }> {
  const rows = await reader.all<ChangeRow>(
    changeRows(sql`true`, sql`limit ${per_page} offset ${(page - 1) * per_page}`),
  );
  const counted = await reader.one<{ total: number }>(sql`select count(*)::integer total from price_change`);
  return { entries: rows.map((row) => toEntry(row, lang)), total: counted?.total ?? 0 };
}

/** Prices of a change that were not written, or not restored. */
export const listSkippedPrices = (
  reader: Reader,
  id: number,
  lang: Language,
): Promise<z.infer<typeof SkippedPrice>[]> =>
  reader.all<
    { state: "skipped" | "not_restored"; before: ItemPrices; after: ItemPrices } & z.infer<typeof SkippedPrice>
  >(sql`
    select l.item_id id, coalesce(p.name ->> ${lang}::text, '') "name", coalesce(v.sku, p.sku, '') sku, coalesce((
        select string_agg(t.name ->> ${lang}::text, ', ' order by t.id)
        from variation_option vo join term t on t.id = vo.term_id where vo.variation_id = l.item_id), '') "option",
      l.state, l.before, l.after
    from price_change_line l left join variation v on v.id = l.item_id left join product p on p.id = l.product_id
    where l.price_change_id = ${id} and l.state in ('skipped', 'not_restored') order by l.product_id, l.item_id limit 500`);

/**
 * Starts restoring the prices of a change that are still as it set them. @throws HttpError 404, and 409 unless it is done and not undone
 */
export async function undoPriceChange(
  tx: Tx,
  id: number,
  { staffId, lang, now }: { staffId: number; lang: Language; now: Date },
): Promise<PriceChangeEntry> {
  const change = await tx.one<{ state: string }>(sql`select state from price_change where id = ${id} for update`);
  if (!change) throw new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));
  const active = await tx.one(sql`select from price_change c where c.id = ${id} and ${isActive}`);
  // one that has ended without all of its prices, because it was stopped or a chunk failed, can be undone too
  if (change.state === "undone" || active)
    throw new HttpError(409, "lianne_invalid_state", t(lang, `price_errors.${change.state}`), {
      extra: { state: change.state },
    });
  const chunks = await tx.all<{ chunk: number }>(sql`
    select distinct chunk from price_change_line where price_change_id = ${id} and state = 'applied' order by chunk`);
  if (chunks.length === 0)
    await tx.run(sql`update price_change set state = 'undone', undone_at = ${now} where id = ${id}`);
  else {
    await tx.run(sql`update price_change set state = 'undoing' where id = ${id}`);
    await createTask(tx, {
      ...{
        kind: "price_change_undo",
        action: "undo",
        records: chunks.map(({ chunk }) => chunk),
        input: { change: id },
      },
      ...{ staffId, lang, now },
    });
  }
  const row = await tx.one<ChangeRow>(changeRows(sql`c.id = ${id}`));
  if (!row) throw new Error(`price change ${id} is missing`);
  return toEntry(row, lang);
}
