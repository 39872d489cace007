/** A category as the tree needs it. */
export interface TreeCategory {
  id: number;
  /** 0 at the top */
  parent: number;
  menu_order: number;
}

/** Below `parent`, before one of its children or last. */
export interface TreePlace {
  parent: number;
  before: number | null;
}

/** Levels below which no category is offered as a parent: the server's limit. */
const maxDepth = 10;

export type TreeRow<T extends TreeCategory> = T & { depth: number };

/** All categories, each followed by those below it. */
export function treeRows<T extends TreeCategory>(categories: readonly T[], parent = 0, depth = 0): TreeRow<T>[] {
  return categories
    .filter((one) => one.parent === parent)
    .sort((a, b) => a.menu_order - b.menu_order || a.id - b.id)
    .flatMap((one) => [{ ...one, depth }, ...treeRows(categories, one.id, depth + 1)]);
}

const siblingsOf = <T extends TreeCategory>(rows: readonly T[], parent: number): T[] =>
  rows.filter((row) => row.parent === parent);

/** Where a category is. */
export function placeOf(rows: readonly TreeCategory[], id: number): TreePlace {
  const parent = rows.find((row) => row.id === id)?.parent ?? 0;
  const siblings = siblingsOf(rows, parent);
  const next = siblings[siblings.findIndex((row) => row.id === id) + 1];
  return { parent, before: next?.id ?? null };
}

export const moveNames = ["in", "out", "up", "down"] as const;
export type MoveName = (typeof moveNames)[number];

/** The steps that a category can take; null for one that it cannot. None of them leads below itself. */
export function movesOf(
  rows: readonly TreeRow<TreeCategory>[],
  id: number,
): Readonly<Record<MoveName, TreePlace | null>> {
  const own = rows.find((row) => row.id === id);
  const parent = own?.parent ?? 0;
  const siblings = siblingsOf(rows, parent);
  const at = siblings.findIndex((row) => row.id === id);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  const isDeep = (own?.depth ?? 0) + heightOf(rows, id) >= maxDepth;
  return {
    in: previous && !isDeep ? { parent: previous.id, before: null } : null,
    out: parent === 0 ? null : placeOf(rows, parent),
    up: previous ? { parent, before: previous.id } : null,
    down: next ? { parent, before: siblings[at + 2]?.id ?? null } : null,
  };
}

const heightOf = (rows: readonly TreeCategory[], id: number): number =>
  1 + Math.max(0, ...siblingsOf(rows, id).map((child) => heightOf(rows, child.id)));

/** The rows without those below a category: while it is dragged, they move with it. */
export function withoutBranch<T extends TreeCategory>(rows: readonly T[], id: number): T[] {
  const hidden = new Set<number>();
  return rows.filter((row) => {
    if (row.parent !== id && !hidden.has(row.parent)) return true;
    hidden.add(row.id);
    return false;
  });
}

/**
 * The place where a dragged category would be dropped: the rows around it limit its depth, the horizontal offset chooses one of them.
 * @param rows without the dragged branch @param steps number of levels that it was dragged to the right
 */
export function dropPlace(
  rows: readonly TreeRow<TreeCategory>[],
  id: number,
  overId: number,
  steps: number,
): TreePlace & { depth: number } {
  const from = rows.findIndex((row) => row.id === id);
  const to = rows.findIndex((row) => row.id === overId);
  const own = rows[from];
  const others = rows.filter((row) => row.id !== id);
  const previous = others[to - 1];
  const next = others[to];
  const deepest = previous ? previous.depth + 1 : 0;
  const depth = Math.min(deepest, Math.max(next?.depth ?? 0, (own?.depth ?? 0) + steps, 0));
  const above = others.slice(0, to).reverse();
  const parent =
    depth === 0 ? 0 : depth === deepest ? (previous?.id ?? 0) : (above.find((row) => row.depth === depth)?.parent ?? 0);
  const after = others.slice(to);
  const end = after.findIndex((row) => row.depth < depth);
  const before = (end < 0 ? after : after.slice(0, end)).find((row) => row.parent === parent);
  return { parent, before: before?.id ?? null, depth };
}

/** The categories as they will be after a move. */
export function withMove<T extends TreeCategory>(categories: readonly T[], id: number, place: TreePlace): T[] {
  const rows = treeRows(categories);
  const moved = rows.find((row) => row.id === id);
  const others = rows.filter((row) => row.id !== id);
  if (!moved) return [...categories];
  const at = place.before === null ? others.length : others.findIndex((row) => row.id === place.before);
  others.splice(at, 0, { ...moved, parent: place.parent });
  return others.map((row, index) => ({ ...row, menu_order: index + 1 }));
}
