import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { wrongParam } from "../products/refusals.ts";

/** as deep as `category_path` looks */
const maxDepth = 9;

/** What a category lies below: null at the top. */
export type Parent = { id: number; slug: string } | null;

/**
 * The parent that a write names.
 * @param id of the category itself, which may be about to be made @param parentId 0 for the top
 * @throws Refusal 400 for one that does not exist, lies below the category itself, or lies too deep
 */
export async function parentOf(tx: Tx, id: number, parentId: number): Promise<Parent> {
  if (parentId === 0) return null;
  // two that are moved below each other at once would make a circle
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('category tree'))`);
  const parent = await tx.one<{ id: number; slug: string; circle: boolean; depth: number }>(sql`
    select c.id, c.slug, (select count(*) from category_path where category_id = c.id)::integer depth,
      exists (select from category_path where category_id = c.id and ancestor_id = ${id}) circle
    from category c where c.id = ${parentId}`);
  if (!parent) throw new HttpError(400, "missing_parent", "Parent term does not exist.");
  if (parent.circle) throw wrongParam("parent", "parent must not be the category itself or one below it.");
  if (parent.depth > maxDepth) throw wrongParam("parent", `parent must not lie deeper than ${maxDepth} categories.`);
  return { id: parent.id, slug: parent.slug };
}
