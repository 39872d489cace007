import type { CategoryPlace, CategoryTree } from "#contract/backoffice/taxonomies.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { maxDepth } from "../category-parent.ts";
import { defaultCategorySlug } from "../default-category.ts";
import { lockCategory, type StoredCategory } from "../write-category.ts";

interface TreeNode {
  id: number;
  parent: number;
  menu_order: number;
}

/** All categories but the default one, siblings in their order. */
const readNodes = (reader: Reader): Promise<TreeNode[]> =>
  reader.all<TreeNode>(sql`
    select id, coalesce(parent_id, 0) parent, menu_order from category where slug <> ${defaultCategorySlug}
    order by menu_order, id`);

/** Depth-first: each category is followed by those below it. */
function inTreeOrder(nodes: readonly TreeNode[], parent = 0): TreeNode[] {
  return nodes.filter((node) => node.parent === parent).flatMap((node) => [node, ...inTreeOrder(nodes, node.id)]);
}

/** Number of levels, the category itself included. */
const heightOf = (nodes: readonly TreeNode[], id: number): number =>
  1 + Math.max(0, ...nodes.filter(({ parent }) => parent === id).map((child) => heightOf(nodes, child.id)));

function depthOf(nodes: readonly TreeNode[], id: number): number {
  const node = nodes.find((one) => one.id === id);
  return node ? 1 + depthOf(nodes, node.parent) : 0;
}

const isBelow = (nodes: readonly TreeNode[], id: number, ancestor: number): boolean =>
  id === ancestor || nodes.some((node) => node.id === id && isBelow(nodes, node.parent, ancestor));

/** @throws HttpError 400 for a place that does not exist, is below the category itself, or is too deep */
function requirePlace(nodes: readonly TreeNode[], id: number, { parent, before }: CategoryPlace, lang: Language): void {
  const known = parent === 0 || nodes.some((node) => node.id === parent);
  if (!known) throw invalidParam("parent", t(lang, "taxonomy_errors.unknown_parent"));
  if (parent !== 0 && isBelow(nodes, parent, id)) throw invalidParam("parent", t(lang, "taxonomy_errors.cycle"));
  if (depthOf(nodes, parent) + heightOf(nodes, id) > maxDepth + 1)
    throw invalidParam("parent", t(lang, "taxonomy_errors.too_deep", { max: maxDepth + 1 }));
  const isSibling = nodes.some((node) => node.id === before && node.parent === parent && node.id !== id);
  if (before !== null && !isSibling) throw invalidParam("before", t(lang, "taxonomy_errors.before"));
}

/** @throws HttpError 409 for the default category */
function requireOwnCategory({ slug }: StoredCategory, lang: Language): void {
  if (slug === defaultCategorySlug)
    throw new HttpError(409, "lianne_invalid_state", t(lang, "taxonomy_errors.default_category"), {
      extra: { state: "default" },
    });
}

/** @throws HttpError 404 `rest_not_found`, 409 for the default category */
export async function lockOwnCategory(tx: Tx, id: number, lang: Language): Promise<StoredCategory> {
  const category = await lockCategory(tx, id);
  if (!category) throw new HttpError(404, "rest_not_found", t(lang, "taxonomy_errors.not_found"));
  requireOwnCategory(category, lang);
  return category;
}

/**
 * Moves a category, and numbers all in the order of the tree, which is the order of the storefront's menus.
 * Concurrent moves wait for each other: see lockCatalog.
 * @throws HttpError 400 for a place that would create a cycle
 */
export async function moveCategory(tx: Tx, id: number, place: CategoryPlace, lang: Language): Promise<CategoryTree> {
  await lockOwnCategory(tx, id, lang);
  const nodes = await readNodes(tx);
  requirePlace(nodes, id, place, lang);
  const moved = nodes.find((node) => node.id === id);
  const others = nodes.filter((node) => node.id !== id);
  const at = place.before === null ? others.length : others.findIndex((node) => node.id === place.before);
  if (moved) others.splice(at, 0, { ...moved, parent: place.parent });
  const before = new Map(nodes.map((node) => [node.id, node]));
  const tree = inTreeOrder(others).map((node, index) => ({ ...node, menu_order: index + 1 }));
  const changed = tree.filter((node) => before.get(node.id)?.menu_order !== node.menu_order);
  const parentId = place.parent || null;
  // each by itself: the triggers recompute the lists for a changed parent only
  await tx.run(sql`
    update category set parent_id = ${parentId}::integer where id = ${id} and parent_id is distinct from ${parentId}::integer`);
  if (changed.length > 0)
    await tx.run(sql`
      update category c set menu_order = n.place from
        unnest(${changed.map((node) => node.id)}::integer[], ${changed.map((node) => node.menu_order)}::integer[]) n (id, place)
      where c.id = n.id`);
  return tree;
}
