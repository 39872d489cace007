import type { StaffCategory } from "#backoffice/categories/use-categories.ts";
import type { TreeRow } from "./category-tree.ts";

/** Categories as options of a field, indented by their level. */
export const TreeOptions = ({ rows }: { rows: readonly TreeRow<StaffCategory>[] }) =>
  rows.map(({ id, name, depth }) => (
    <option key={id} value={id}>
      {`${"— ".repeat(depth)}${name}`}
    </option>
  ));
