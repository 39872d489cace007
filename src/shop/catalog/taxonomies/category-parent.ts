import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { wrongParam } from "../product-errors.ts";

/** maximum depth of `category_path` */
export const maxDepth = 9;

/** A category's parent: null at the top. */
export type ParentCategory = { id: number; slug: string } | null;

/**
 * Resolves the parent in a write.
 * @param id of the category itself, which may be about to be created @param parentId 0 for the top
 * @throws HttpError 400 for a parent that does not exist, is below the category itself, or is too deep
 */
export async function parentOf(tx: Tx, id: number, parentId: number): Promise<ParentCategory> {
  if (parentId === 0) return null;
  // two categories moved below each other concurrently would form a cycle
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('category tree'))`);
  const parent = await tx.one<{ id: number; slug: string; circle: boolean; depth: number }>(sql`
    select c.id, c.slug, (select count(*) from category_path where category_id = c.id)::integer depth,
      exists (select from category_path where category_id = c.id and ancestor_id = ${id}) circle
    from category c where c.id = ${parentId}`);
  if (!parent) throw new HttpError(400, "missing_parent", "Parent term does not exist.");
  if (parent.circle) throw wrongParam("parent", "parent must not be the category itself or one below it.");
  if (parent.depth > maxDepth) throw wrongParam("parent", `The maximum depth is ${maxDepth} categories.`);
  return { id: parent.id, slug: parent.slug };
}
