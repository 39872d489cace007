import { useState } from "react";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import type { Action } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { ProductField, ProductForm } from "./product-form.ts";
import type { SaveConflict } from "./use-save.ts";

interface ConflictSheetProps {
  conflict: SaveConflict;
  action: Action<[form: ProductForm], boolean>;
  onResolve: (form: ProductForm) => void;
  onClose: () => void;
}

/** A value as text. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one)).join(", ");
  if (typeof value === "object" && value !== null) {
    if ("vi" in value) return String(value.vi);
    if ("name" in value) return String(value.name);
    return Object.values(value).map(valueText).filter(Boolean).join(", ");
  }
  return value === null || value === "" ? "–" : String(value);
}

type Side = "mine" | "theirs";

/** Shows both versions of each field that both sides changed, and saves the chosen ones; all other fields are merged already. */
export function ConflictSheet({ conflict, action, onResolve, onClose }: ConflictSheetProps) {
  const t = useTexts();
  const { merged, theirForm, fields, cells } = conflict;
  const [sides, setSides] = useState<Record<string, Side>>({});
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
  ];
  const resolve = () => {
    const fromThem = fields.filter((field) => sides[field] === "theirs");
    const taken = Object.fromEntries(fromThem.map((field: ProductField) => [field, theirForm[field]]));
    const ownCells = Object.entries(merged.cells).filter(([key]) => sides[key] !== "theirs");
    onResolve({ ...merged, ...taken, cells: Object.fromEntries(ownCells) });
  };
  return (
    <Sheet title={t("conflict.title")} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-sm text-taupe">{t("conflict.text")}</p>
        {entries.map(({ key, label, mine, theirs }) => (
          <RadioGroup
            key={key}
            name={`conflict-${key}`}
            legend={label}
            value={sides[key] ?? "mine"}
            onChange={(side) => setSides({ ...sides, [key]: side === "theirs" ? "theirs" : "mine" })}
            choices={[
              { value: "mine", label: <Version title={t("conflict.mine")} text={valueText(mine)} /> },
              { value: "theirs", label: <Version title={t("conflict.theirs")} text={valueText(theirs)} /> },
            ]}
          />
        ))}
        <Failure error={action.error} />
        <Button wide busy={action.busy} onClick={resolve}>
          {t("conflict.save")}
        </Button>
      </div>
    </Sheet>
  );
}

const Version = ({ title, text }: { title: string; text: string }) => (
  <>
    <span className="block text-xs text-taupe">{title}</span>
    <span className="block break-words whitespace-pre-line">{text}</span>
  </>
);
