import type { SheetResult } from "#contract/backoffice/products.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useDraft, type FormDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerDiscarded } from "#backoffice/layout/undo-toast.tsx";
import type { SheetState } from "./sheet-cell.tsx";
import {
  cellKey,
  editableColumns,
  type SheetEdits,
  type SheetLine,
  withEdit,
  withoutSaved,
  withPaste,
} from "./sheet-edits.ts";

interface Sheet {
  sheet: SheetState;
  draft: FormDraft<{ edits: SheetEdits }>;
  /** Forgets the edits of lines that were saved. */
  removeSaved: (results: readonly SheetResult[]) => void;
  /** Forgets all edits; they can be restored. */
  discard: () => void;
}

/** The edits of the product list, stored on the device until they are saved. @param lines the editable ones, from top to bottom */
export function useSheet(lines: readonly SheetLine[]): Sheet {
  const t = useTexts();
  const draft = useDraft<{ edits: SheetEdits }>("product-edits", { edits: {} });
  const columns = editableColumns(useSession().permissions);
  const { edits } = draft.values;
  const set = (next: SheetEdits) => {
    draft.change({ edits: next });
    if (Object.keys(next).length === 0) draft.discard();
  };
  const without = (left: SheetEdits, keys: readonly string[]): SheetEdits =>
    Object.fromEntries(Object.entries(left).filter(([key]) => !keys.includes(key)));
  return {
    draft,
    sheet: {
      edits,
      edit: (line, column, text) => set(withEdit(edits, line, column, text)),
      reset: (line, column) => set(without(edits, [cellKey(line, column)])),
      paste: (line, column, text) => set(withPaste(edits, text, { lines, line, column, columns })),
    },
    removeSaved: (results) => set(withoutSaved(edits, results)),
    discard: () => {
      set({});
      offerDiscarded(t("draft.discarded"), () => draft.change((latest) => ({ edits: { ...edits, ...latest.edits } })));
    },
  };
}
