import { type ReactNode, useState } from "react";
import { Button } from "#design/button.tsx";
import type { CallError } from "#backoffice/api/call-error.ts";
import type { Action } from "#backoffice/api/use-action.ts";
import type { FormDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { labelledError, labelsIn } from "#backoffice/api/labelled-error.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { LogLink } from "#backoffice/log/log-link.tsx";
import { Sheet, SheetActions } from "#backoffice/components/sheet.tsx";

interface RecordSheetProps {
  title: string;
  draft: Pick<FormDraft<never>, "offered" | "discard">;
  save: Action<[], unknown>;
  /** that of `save`, unless its fields show it */
  failure?: CallError | null;
  disabled?: boolean;
  /** further actions, below the button that saves */
  more?: ReactNode;
  /** requires a confirmation; null: the record cannot be deleted */
  deletion?: { label: string; title: string; text: string; action: Action<[], unknown> } | null | undefined;
  /** the record in the activity log: `category:12`; undefined: it is new */
  logged?: string | undefined;
  /** of the fields, by their names in the form: a message has them in place of the names in requests */
  labels?: Readonly<Record<string, string>>;
  /** in place of the form, what others changed in the record meanwhile */
  conflict?: ReactNode;
  onClose: () => void;
  /** the fields */
  children: ReactNode;
}

/** A form for one record, with its draft: it saves, and deletes. */
export function RecordSheet({ title, draft, save, deletion, onClose, children, ...props }: RecordSheetProps) {
  const t = useTexts();
  const [isDeleting, setDeleting] = useState(false);
  const { failure = save.error, disabled = false, more, logged, labels = {}, conflict } = props;
  if (conflict) return conflict;
  if (isDeleting && deletion)
    return (
      <ConfirmSheet
        title={deletion.title}
        text={deletion.text}
        confirm={deletion.label}
        action={deletion.action}
        onConfirm={() => void deletion.action.run()}
        onClose={() => setDeleting(false)}
      />
    );
  return (
    <Sheet title={title} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <DraftOffer draft={draft} />
        {children}
        <Failure error={failure && labelledError(failure, labelsIn(labels))} />
        <SheetActions>
          <Button type="submit" wide busy={save.busy} disabled={disabled}>
            {t("actions.save")}
          </Button>
        </SheetActions>
        {more}
        {logged && <LogLink record={logged} />}
        {deletion && (
          <Button look="quiet" wide className="text-danger" onClick={() => setDeleting(true)}>
            {deletion.label}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
