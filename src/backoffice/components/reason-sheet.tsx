import { TextField } from "#design/field.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { DraftOffer } from "./draft-offer.tsx";
import { Failure } from "./failure.tsx";
import { ServerButton } from "./server-button.tsx";
import { Sheet } from "./sheet.tsx";

interface ReasonSheetProps {
  /** what is done, also the label of the button */
  title: string;
  /** the consequences */
  text: string;
  /** of the draft, with the record's id */
  draftName: string;
  onSubmit: (reason: string, key: string) => Promise<unknown>;
  onClose: () => void;
}

/** Does something for a reason, after its consequence was stated. */
export function ReasonSheet({ title, text, draftName, onSubmit, onClose }: ReasonSheetProps) {
  const t = useTexts();
  const draft = useDraft(draftName, { reason: "" });
  const { reason } = draft.values;
  const submit = useAction(async (key: string) => {
    await onSubmit(reason, key);
    draft.discard();
    onClose();
  });
  return (
    <Sheet title={title} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit.run();
        }}
      >
        <DraftOffer draft={draft} />
        <p className="text-sm text-taupe">{text}</p>
        <TextField
          label={t("order.reason")}
          required
          maxLength={500}
          value={reason}
          error={submit.error?.fields.reason}
          onChange={(event) => draft.change({ reason: event.target.value })}
        />
        <Failure error={submit.error} />
        <ServerButton type="submit" wide busy={submit.busy}>
          {title}
        </ServerButton>
      </form>
    </Sheet>
  );
}
