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
  return (
    <Sheet title={title} onClose={onClose}>
      <p className="mb-3 text-sm text-taupe">{t("conflict.not_done")}</p>
      {note && <p className="mb-3 text-sm">{note}</p>}
      <table className="mb-4 w-full text-left text-sm">
        <thead className="text-xs text-taupe">
          <tr>
            <th className="py-1 pr-2 font-normal">{t("conflict.field")}</th>
            <th className="py-1 pr-2 font-normal">{t("conflict.you_saw")}</th>
            <th className="py-1 font-normal">{t("conflict.now")}</th>
          </tr>
        </thead>
        <tbody>
          {loaded.map(([label, before], index) => {
            const after = current[index]?.[1] ?? "";
            return (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="py-2 pr-2 font-medium">
                  {label} {before !== after && <Badge tone="warning">{t("conflict.changed")}</Badge>}
                </th>
                <td className="py-2 pr-2 break-words">{before || "–"}</td>
                <td className="py-2 break-words">{after || "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Button wide onClick={onClose}>
        {t("conflict.use_current")}
      </Button>
    </Sheet>
  );
}
