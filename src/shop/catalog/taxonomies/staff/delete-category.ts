import type { CategoryDeletion, CategoryUsage } from "#contract/backoffice/taxonomies.ts";
import { undoMs } from "#contract/backoffice/order-rules.ts";
import type { Language } from "#contract/language.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockCatalog } from "../../lock-catalog.ts";
import { findCategory } from "../../woo/categories.ts";
import { removeCategory } from "../remove-category.ts";
import { requireTaxonomyVersion } from "../taxonomy-version.ts";
import { lockOwnCategory } from "./category-tree.ts";

interface StaffContext {
  staffId: number;
  lang: Language;
  now: Date;
}

/** @returns undefined if there is no such category */
export const readCategoryUsage = (reader: Reader, id: number): Promise<CategoryUsage | undefined> =>
  reader.one<CategoryUsage>(sql`
    select count(p.id)::integer products,
      (count(p.id) filter (where not exists (
        select from product_category o where o.product_id = p.id and o.category_id <> c.id)))::integer only_here,
      (select count(*) from category below where below.parent_id = c.id)::integer children
    from category c left join product_category pc on pc.category_id = c.id
      left join product p on p.id = pc.product_id and p.status <> 'trash'
    where c.id = ${id} group by c.id`);

async function requireTarget(tx: Tx, id: number, target: number | undefined, lang: Language): Promise<void> {
  if (target === undefined) {
    const usage = await readCategoryUsage(tx, id);
    if (!usage?.products) return;
    throw invalidParam("target", t(lang, "taxonomy_errors.target_required", { count: usage.products }));
  }
  const found = target !== id && (await tx.one(sql`select from category where id = ${target}`));
  if (!found) throw invalidParam("target", t(lang, "taxonomy_errors.target"));
}

/** The state of a category that {@link undoCategoryDeletion} restores. */
const snapshotOf = (id: number, target: number | undefined) => sql`
  select jsonb_build_object('category', to_jsonb(c), 'target', ${target ?? null}::integer,
    'children', (select coalesce(jsonb_agg(id), '[]') from category where parent_id = c.id),
    'products', (select coalesce(jsonb_agg(jsonb_build_object('id', pc.product_id, 'position', pc.position, 'moved',
        not exists (select from product_category o where o.product_id = pc.product_id and o.category_id = ${target ?? null}::integer))), '[]')
      from product_category pc where pc.category_id = c.id),
    'gifts', (select coalesce(jsonb_agg(gift_slug), '[]') from gift_category where category_id = c.id),
    'counts', (select coalesce(jsonb_agg(id), '[]') from stock_count where category_id = c.id))
  from category c where c.id = ${id}`;

/**
 * Deletes a category. Its products get the target category in its place, and the categories below it move up.
 * @param context `loaded`: the version that the staff member has seen, null for any; `origin`: the shop's
 * @throws HttpError 400 without a target if it has products, 409 for the default category, 412 with the category as it is now
 */
export async function deleteCategory(
  tx: Tx,
  id: number,
  target: number | undefined,
  { staffId, lang, now, loaded, origin }: StaffContext & { loaded: string | null; origin: string },
): Promise<CategoryDeletion> {
  const before = await lockOwnCategory(tx, id, lang);
  const current = await findCategory(tx, id, { merchant: true, lang, origin });
  if (current) requireTaxonomyVersion({ loaded, lang }, current);
  await requireTarget(tx, id, target, lang);
  const until = new Date(now.getTime() + undoMs);
  const stored = await tx.one<{ id: number; products: number }>(sql`
    insert into category_deletion (staff_id, category_id, before, expires_at)
    values (${staffId}, ${id}, (${snapshotOf(id, target)}), ${until})
    returning id, jsonb_array_length(before -> 'products') products`);
  if (!stored) throw new Error("the deletion was not stored");
  if (target !== undefined)
    await tx.run(sql`
      insert into product_category (product_id, category_id, position)
      select product_id, ${target}, position from product_category where category_id = ${id} on conflict do nothing`);
  await removeCategory(tx, before);
  return { id: stored.id, until: until.toISOString(), products: stored.products };
}

interface Snapshot {
  category: { id: number; slug: string; parent_id: number | null };
  target: number | null;
  children: number[];
  products: { id: number; position: number; moved: boolean }[];
  gifts: string[];
  counts: number[];
}

async function restore(tx: Tx, { category, target, children, products, gifts, counts }: Snapshot): Promise<void> {
  const { id, parent_id: parentId } = category;
  const row = json({ ...category, product_count: 0 });
  await tx.run(sql`insert into category select * from jsonb_populate_record(null::category, ${row}::jsonb)`);
  // a parent that was deleted since leaves it at the top
  await tx.run(sql`
    update category set parent_id = null where id = ${id} and parent_id is not null
      and not exists (select from category p where p.id = ${parentId}::integer)`);
  await tx.run(sql`
    update category set parent_id = ${id}
    where id = any(${children}::integer[]) and parent_id is not distinct from ${parentId}::integer`);
  const rows = sql`jsonb_to_recordset(${json(products)}::jsonb) r (id integer, position smallint, moved boolean)`;
  await tx.run(sql`
    insert into product_category (product_id, category_id, position)
    select r.id, ${id}, r.position from ${rows} join product p on p.id = r.id`);
  if (target !== null)
    await tx.run(sql`
      delete from product_category pc using ${rows}
      where pc.product_id = r.id and pc.category_id = ${target} and r.moved`);
  await tx.run(sql`
    insert into gift_category (gift_slug, category_id) select slug, ${id} from gift where slug = any(${gifts}::text[])`);
  await tx.run(sql`update stock_count set category_id = ${id} where id = any(${counts}::integer[])`);
}

/**
 * Restores a deleted category: its id, texts, place, products and gifts.
 * @throws HttpError 410 `lianne_undo_expired` after 10 s, or if another person deleted it; 409 if its slug was taken meanwhile
 */
export async function undoCategoryDeletion(
  tx: Tx,
  deletionId: number,
  { staffId, lang, now }: StaffContext,
): Promise<number> {
  await lockCatalog(tx);
  const [deletion] = await tx.all<{ before: Snapshot }>(sql`
    update category_deletion set undone_at = ${now}
    where id = ${deletionId} and staff_id = ${staffId} and undone_at is null and expires_at > ${now} returning before`);
  if (!deletion) throw new HttpError(410, "lianne_undo_expired", t(lang, "taxonomy_errors.undo_expired"));
  const { category, products } = deletion.before;
  if (await tx.one(sql`select from category where slug = ${category.slug}`))
    throw new HttpError(409, "lianne_invalid_state", t(lang, "taxonomy_errors.slug_taken", { slug: category.slug }));
  await tx.run(sql`select lock_products(${products.map(({ id }) => id)}::integer[])`);
  await restore(tx, deletion.before);
  return category.id;
}

/** Forgets deletions that can no longer be undone. */
export const sweepCategoryDeletions = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from category_deletion where expires_at < ${now}`);
