import { useState } from "react";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import type { Action } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";

/** A field of which the person chooses one of two versions. */
export interface VersionedField {
  key: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  /** where not every field that is shown was changed by both sides: whether this one was */
  both?: boolean;
}

type Side = "mine" | "theirs";
export type ChosenSides = Readonly<Record<string, Side>>;

interface ChooseVersionsProps {
  title: string;
  text: string;
  fields: readonly VersionedField[];
  action: Pick<Action<never, unknown>, "busy" | "error">;
  onChoose: (sides: ChosenSides) => void;
  onClose: () => void;
}

/** A value as text. */
function valueText(t: TextOf, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueText(t, one)).join(", ") || "–";
  if (typeof value === "boolean") return t(value ? "conflict.yes" : "conflict.no");
  if (typeof value === "object" && value !== null) {
    if ("vi" in value) return String(value.vi);
    if ("name" in value) return String(value.name);
    return Object.values(value)
      .map((one) => valueText(t, one))
      .join(", ");
  }
  return value === null || value === "" ? "–" : String(value);
}

/** Shows both versions of each field of a record that another person changed meanwhile, and saves the chosen ones. */
export function ChooseVersions({ title, text, fields, action, onChoose, onClose }: ChooseVersionsProps) {
  const t = useTexts();
  const [sides, setSides] = useState<ChosenSides>({});
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-sm text-taupe">{text}</p>
        {fields.map(({ key, label, mine, theirs, both }) => (
          <div key={key}>
            <RadioGroup
              name={`conflict-${key}`}
              legend={label}
              value={sides[key] ?? "mine"}
              onChange={(side) => setSides({ ...sides, [key]: side === "theirs" ? "theirs" : "mine" })}
              choices={[
                { value: "mine", label: <Version title={t("conflict.mine")} text={valueText(t, mine)} /> },
                { value: "theirs", label: <Version title={t("conflict.theirs")} text={valueText(t, theirs)} /> },
              ]}
            />
            {both && <Badge tone="warning">{t("conflict.both")}</Badge>}
          </div>
        ))}
        <Failure error={action.error} />
        <Button wide busy={action.busy} onClick={() => onChoose(sides)}>
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
