import { describe, expect, test } from "vitest";
import { dropPlace, movesOf, placeOf, type TreeCategory, treeRows, withMove, withoutBranch } from "./category-tree.ts";

/** 1 (2 (3), 4), 5 */
const categories: TreeCategory[] = [
  { id: 5, parent: 0, menu_order: 5 },
  { id: 1, parent: 0, menu_order: 1 },
  { id: 4, parent: 1, menu_order: 4 },
  { id: 2, parent: 1, menu_order: 2 },
  { id: 3, parent: 2, menu_order: 3 },
];
const rows = treeRows(categories);
const shapeOf = (list: readonly TreeCategory[]): string =>
  treeRows(list)
    .map(({ id, depth }) => `${"-".repeat(depth)}${id}`)
    .join(" ");

describe("the tree of categories", () => {
  test("is listed depth-first, siblings in their order", () => {
    expect(shapeOf(categories)).toBe("1 -2 --3 -4 5");
  });

  test("KA01: buttons move in, out, up and down where that is possible", () => {
    expect(movesOf(rows, 2)).toEqual({
      in: null,
      out: { parent: 0, before: 5 },
      up: null,
      down: { parent: 1, before: null },
    });
    expect(movesOf(rows, 5)).toEqual({
      in: { parent: 1, before: null },
      out: null,
      up: { parent: 0, before: 1 },
      down: null,
    });
  });

  test("KA01: no step and no drop leads below the category itself", () => {
    for (const { id } of rows) {
      const below = new Set(rows.filter((row) => !withoutBranch(rows, id).includes(row)).map((row) => row.id));
      const own = withoutBranch(rows, id);
      const drops = own.flatMap((over) => [-3, -1, 0, 1, 3].map((steps) => dropPlace(own, id, over.id, steps)));
      for (const place of [...Object.values(movesOf(rows, id)), ...drops]) {
        if (!place) continue;
        expect([id, ...below]).not.toContain(place.parent);
        expect(treeRows(withMove(categories, id, place))).toHaveLength(rows.length);
      }
    }
  });

  test("KA01: a drop's offset chooses the level between the rows around it", () => {
    const own = withoutBranch(rows, 5);
    expect(dropPlace(own, 5, 5, 0)).toEqual({ parent: 0, before: null, depth: 0 });
    expect(dropPlace(own, 5, 5, 1)).toEqual({ parent: 1, before: null, depth: 1 });
    expect(dropPlace(own, 5, 5, 2)).toEqual({ parent: 4, before: null, depth: 2 });
    expect(dropPlace(own, 5, 5, 9)).toEqual({ parent: 4, before: null, depth: 2 });
    expect(dropPlace(own, 5, 2, 0)).toEqual({ parent: 1, before: 2, depth: 1 });
    expect(dropPlace(own, 5, 1, 0)).toEqual({ parent: 0, before: 1, depth: 0 });
    expect(shapeOf(withMove(categories, 5, dropPlace(own, 5, 2, 0)))).toBe("1 -5 -2 --3 -4");
  });

  test("KA01: the reverse of a move restores the tree", () => {
    for (const { id } of rows)
      for (const place of Object.values(movesOf(rows, id))) {
        if (!place) continue;
        const moved = withMove(categories, id, place);
        expect(shapeOf(withMove(moved, id, placeOf(rows, id)))).toBe("1 -2 --3 -4 5");
      }
  });
});
