import { useTexts } from "#backoffice/i18n/texts.ts";
import { linesWith, type SheetEdits } from "./sheet-edits.ts";

/** Names the lines whose texts cannot be saved, which may be on another page of the list. */
export function InvalidEdits({ edits }: { edits: SheetEdits }) {
  const t = useTexts();
  const names = linesWith(edits).map(({ name, options }) => [name, options].filter(Boolean).join(", "));
  if (names.length === 0) return null;
  return (
    <p role="status" className="min-w-0 flex-1 text-xs text-danger">
      {t("editor.wrong_fields", { list: names.join("; ") })}
    </p>
  );
}
