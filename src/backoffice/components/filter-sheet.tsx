import type { ReactNode } from "react";
import { Button } from "#design/button.tsx";
import type { FormDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { DraftOffer } from "./draft-offer.tsx";
import { Sheet, SheetActions } from "./sheet.tsx";

interface FilterSheetProps<T> {
  draft: FormDraft<T>;
  /** of the button that shows the list with the filters */
  show: string;
  /** the values without any filter */
  none: T;
  onApply: (values: T) => void;
  onClose: () => void;
  /** the fields */
  children: ReactNode;
}

/** The filters of a list: one button applies what is chosen, one removes all. */
export function FilterSheet<T>({ draft, show, none, onApply, onClose, children }: FilterSheetProps<T>) {
  const t = useTexts();
  const apply = (values: T) => {
    onApply(values);
    draft.discard();
    onClose();
  };
  return (
    <Sheet title={t("actions.filters")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          apply(draft.values);
        }}
      >
        <DraftOffer draft={draft} />
        {children}
        <SheetActions>
          <Button type="submit" wide>
            {show}
          </Button>
          <Button look="secondary" size="small" className="min-h-12 shrink-0 lg:min-h-12" onClick={() => apply(none)}>
            {t("actions.clear_filters")}
          </Button>
        </SheetActions>
      </form>
    </Sheet>
  );
}
