import type { BulkAction } from "#contract/backoffice/bulk-actions.ts";
import { cancelReasons } from "#contract/backoffice/reasons.ts";
import { RadioGroup } from "#design/choice.tsx";
import { TextAreaField, TextField } from "#design/field.tsx";
import type { CallError } from "#backoffice/api/call-error.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** What an action requires besides the orders. */
export interface BulkFields {
  reason?: string;
  note?: string;
}

interface BulkSheetProps {
  action: BulkAction;
  count: number;
  /** of the selected orders, also those that do not allow the action */
  selected: number;
  busy: boolean;
  error: CallError | null;
  /** @param onStarted once the server has accepted it */
  onStart: (fields: BulkFields, onStarted: () => void) => void;
  onClose: () => void;
}

/** Confirms an action on many orders, with the number of those that it changes, and takes reason or note. */
export function BulkSheet({ action, count, selected, busy, error, onStart, onClose }: BulkSheetProps) {
  const t = useTexts();
  const draft = useDraft(`bulk-${action}`, { reason: "customer", text: "" });
  const { reason, text } = draft.values;
  const needsNote = action === "add_note" || (action === "cancel" && reason === "other");
  const fields = (): BulkFields => {
    if (action === "hold") return { reason: text };
    if (action === "cancel") return { reason, ...(text ? { note: text } : {}) };
    return action === "add_note" ? { note: text } : {};
  };
  return (
    <Sheet title={t(`bulk_actions.${action}`)} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onStart(fields(), draft.discard);
        }}
      >
        <DraftOffer draft={draft} />
        <p className="text-sm text-taupe">
          {t(`bulk_effects.${action}`, { count })}
          {count < selected && ` ${t("bulk.others", { count: selected - count })}`}
        </p>
        {action === "cancel" && (
          <RadioGroup
            legend={t("bulk.reason")}
            name="reason"
            value={reason}
            onChange={(value) => draft.change({ reason: value })}
            choices={cancelReasons.map((value) => ({ value, label: t(`cancel_reasons.${value}`) }))}
          />
        )}
        {action === "hold" && (
          <TextField
            label={t("bulk.reason")}
            required
            maxLength={500}
            value={text}
            onChange={(event) => draft.change({ text: event.target.value })}
          />
        )}
        {needsNote && (
          <TextAreaField
            label={t("bulk.note")}
            required
            maxLength={action === "cancel" ? 500 : 2000}
            value={text}
            onChange={(event) => draft.change({ text: event.target.value })}
          />
        )}
        <Failure error={error} />
        <ServerButton type="submit" wide busy={busy}>
          {t("bulk.start", { action: t(`bulk_actions.${action}`), count })}
        </ServerButton>
      </form>
    </Sheet>
  );
}
