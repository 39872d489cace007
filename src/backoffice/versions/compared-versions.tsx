import type { ReactNode } from "react";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** What is compared: a label, and the value. */
export type ComparedFields = readonly (readonly [label: string, value: string])[];

interface ComparedVersionsProps {
  title: string;
  loaded: ComparedFields;
  current: ComparedFields;
  note?: ReactNode;
  onClose: () => void;
}

/** Shows a record as it was loaded next to the record as it is now, field by field. */
export function ComparedVersions({ title, loaded, current, note, onClose }: ComparedVersionsProps) {
  const t = useTexts();
  // on a phone the last rows are below the edge: the changed ones come first
  const rows = loaded
    .map(([label, before], index) => ({ label, before, after: current[index]?.[1] ?? "" }))
    .map((row) => ({ ...row, isChanged: row.before !== row.after }))
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
  return (
    <Sheet title={title} onClose={onClose}>
      <p className="mb-3 text-sm text-taupe">{t("conflict.not_done")}</p>
      {note && <p className="mb-3 text-sm">{note}</p>}
      <table className="mb-4 w-full table-fixed text-left text-sm">
        <thead className="text-xs text-taupe">
          <tr>
            <th className="w-[28%] py-1 pr-2 font-normal">{t("conflict.field")}</th>
            <th className="py-1 pr-2 font-normal">{t("conflict.you_saw")}</th>
            <th className="py-1 font-normal">{t("conflict.now")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, before, after, isChanged }) => (
            <tr key={label} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-2 font-medium">
                {label} {isChanged && <Badge tone="warning">{t("conflict.changed")}</Badge>}
              </th>
              <td className="py-2 pr-2 wrap-anywhere">{before || "–"}</td>
              <td className="py-2 wrap-anywhere">{after || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button wide onClick={onClose}>
        {t("conflict.use_current")}
      </Button>
    </Sheet>
  );
}
