import type { Action } from "#backoffice/api/use-action.ts";
import { typedAmountText } from "#backoffice/components/amount.ts";
import { formatDay } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useCategories } from "#backoffice/categories/use-categories.ts";
import { ChooseVersions, type ChosenSides } from "#backoffice/versions/choose-versions.tsx";
import type { ProductField, ProductForm } from "./product-form.ts";
import { productStatusText } from "../list-rows.tsx";
import { cellLabel, optionsText } from "./cell-label.ts";
import type { SaveConflict } from "./use-save.ts";

const removalKey = (id: number): string => `remove-${id}`;

interface ConflictSheetProps {
  conflict: SaveConflict;
  action: Action<[form: ProductForm], boolean>;
  onResolve: (form: ProductForm) => void;
  onClose: () => void;
}

/** `24/11/2026 14:05`. @param typed `2026-11-24T14:05`, time of the shop; "" for none */
const timeText = (typed: string): string => [typed && formatDay(typed.slice(0, 10)), typed.slice(11)].join(" ").trim();

/** The texts of product fields whose values are not words. */
function useFieldTexts(): (field: ProductField, form: ProductForm) => unknown {
  const t = useTexts();
  const categories = useCategories().data?.data ?? [];
  return (field, form) => {
    switch (field) {
      case "regular_price":
      case "sale_price":
      case "cost":
        return typedAmountText(form[field]);
      case "sale_from":
      case "sale_to":
      case "publish_at":
        return timeText(form[field]);
      case "status":
        return productStatusText(t, form.status);
      case "categories":
        return form.categories.map((id) => categories.find((one) => one.id === id)?.name ?? `#${id}`);
      default:
        return form[field];
    }
  };
}

/** What is shown of a cell. */
function cellText(key: string, value: string): string {
  const field = key.split(":")[1];
  return field === "regular_price" || field === "sale_price" ? typedAmountText(value) : value;
}

/** Shows both versions of each field that both sides changed, and saves the chosen ones; all other fields are merged already. */
export function ConflictSheet({ conflict, action, onResolve, onClose }: ConflictSheetProps) {
  const t = useTexts();
  const textOf = useFieldTexts();
  const { merged, theirs: current, theirForm, fields, cells, removed } = conflict;
  const entries = [
    ...fields.map((field) => ({
      key: field as string,
      label: t(`form_fields.${field}`),
      mine: textOf(field, merged),
      theirs: textOf(field, theirForm),
    })),
    ...Object.entries(cells).map(([key, theirs]) => ({
      key,
      label: cellLabel(t, key, current.variations),
      ...{ mine: cellText(key, merged.cells[key] ?? ""), theirs: cellText(key, theirs) },
    })),
    ...removed.map((variation) => ({
      key: removalKey(variation.id),
      label: optionsText(variation),
      mine: t("options.leave_out_one", { name: optionsText(variation) }),
      theirs: [
        variation.sku,
        ...[variation.regular_price, variation.sale_price].map(typedAmountText),
        variation.stock_quantity,
      ].filter((value) => value !== "" && value !== null),
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
