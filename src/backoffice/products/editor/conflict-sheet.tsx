import type { Action } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ChooseVersions, type ChosenSides } from "#backoffice/versions/choose-versions.tsx";
import type { ProductField, ProductForm } from "./product-form.ts";
import type { SaveConflict } from "./use-save.ts";

const removalKey = (id: number): string => `remove-${id}`;

interface ConflictSheetProps {
  conflict: SaveConflict;
  action: Action<[form: ProductForm], boolean>;
  onResolve: (form: ProductForm) => void;
  onClose: () => void;
}

/** Shows both versions of each field that both sides changed, and saves the chosen ones; all other fields are merged already. */
export function ConflictSheet({ conflict, action, onResolve, onClose }: ConflictSheetProps) {
  const t = useTexts();
  const { merged, theirForm, fields, cells, removed } = conflict;
  const entries = [
    ...fields.map((field) => ({
      key: field as string,
      label: t(`form_fields.${field}`),
      mine: merged[field],
      theirs: theirForm[field],
    })),
    ...Object.entries(cells).map(([key, theirs]) => ({
      key,
      label: t("editor.cell_of", { id: key.split(":")[0] ?? "" }),
      ...{ mine: merged.cells[key] ?? "", theirs },
    })),
    ...removed.map(({ id, attributes, sku, regular_price, sale_price, stock_quantity }) => ({
      key: removalKey(id),
      label: t("editor.cell_of", { id: String(id) }),
      mine: t("options.leave_out_one", { name: attributes.map(({ option }) => option).join(" · ") }),
      theirs: [sku, regular_price, sale_price, stock_quantity].filter((value) => value !== "" && value !== null),
    })),
  ];
  const resolve = (sides: ChosenSides) => {
    const fromThem = fields.filter((field) => sides[field] === "theirs");
    const taken = Object.fromEntries(fromThem.map((field: ProductField) => [field, theirForm[field]]));
    const ownCells = Object.entries(merged.cells).filter(([key]) => sides[key] !== "theirs");
    const remove = merged.remove.filter((id) => sides[removalKey(id)] !== "theirs");
    onResolve({ ...merged, ...taken, remove, cells: Object.fromEntries(ownCells) });
  };
  return (
    <ChooseVersions
      title={t("conflict.title")}
      text={t("conflict.text")}
      fields={entries}
      action={action}
      onChoose={resolve}
      onClose={onClose}
    />
  );
}
