import { useState } from "react";
import { withQuery } from "#contract/call.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { maxPreviewedNote } from "#contract/backoffice/order-rules.ts";
import { Button } from "#design/button.tsx";
import { TextAreaField } from "#design/field.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { sendOrEnqueue } from "#backoffice/api/queue/queue.ts";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { orderSubject } from "./waiting-here.tsx";

const kinds = ["private", "packing", "customer"] as const;
type NoteKind = (typeof kinds)[number];

interface NoteDraft {
  note: string;
  kind: NoteKind;
}
const blank: NoteDraft = { note: "", kind: "private" };

/** The page of an email for a frame. @param values what the email will contain besides the order */
export const emailPreviewUrl = (
  orderId: number,
  template: string,
  values: { note?: string; day?: string } = {},
): string => withQuery(`${backOfficeApi}/orders/${orderId}/emails/${template}/preview`, values);

/** An email as its recipient sees it, without scripts. */
export const EmailFrame = ({ src, title }: { src: string; title: string }) => (
  <iframe src={src} title={title} sandbox="" className="h-[50dvh] w-full border border-line bg-white" />
);

/** Writes a note: private, for packing, or to the customer, whose email is shown first; an order without an address gets none. */
export function NoteForm({ orderId, hasEmail }: { orderId: number; hasEmail: boolean }) {
  const t = useTexts();
  const draft = useDraft(`order-note:${orderId}`, blank);
  const { values, change } = draft;
  const [preview, setPreview] = useState(false);
  const { note } = values;
  // a draft may be older than the removal of the email
  const kind = hasEmail || values.kind !== "customer" ? values.kind : blank.kind;
  const save = useAction(async (key) => {
    const body = { note, customer_note: kind === "customer", for_packing: kind === "packing" };
    await sendOrEnqueue(
      "POST wc/orders/{order_id}/notes",
      { path: { order_id: orderId }, body, key },
      { subject: orderSubject(orderId), label: "order_notes.queued", values: { number: orderId, note } },
    );
    draft.discard();
    change(blank);
    draft.discard();
    setPreview(false);
    await invalidate("GET bo/orders/{id}/timeline");
  });
  const submit = () => (kind === "customer" ? setPreview(true) : void save.run());
  return (
    <form
      className="mb-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DraftOffer draft={draft} />
      <TextAreaField
        label={t("order_notes.new")}
        rows={2}
        required
        maxLength={kind === "customer" ? maxPreviewedNote : 5_000}
        value={note}
        error={save.error?.fields.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t("order_notes.kind")}</legend>
        {kinds.map((one) =>
          one === "customer" && !hasEmail ? null : (
            <Button
              key={one}
              look={kind === one ? "primary" : "secondary"}
              size="small"
              aria-pressed={kind === one}
              onClick={() => change({ kind: one })}
            >
              {t(`order_notes.${one}`)}
            </Button>
          ),
        )}
        {kind === "customer" ? (
          <ServerButton type="submit" size="small" className="ml-auto">
            {t("order_notes.preview")}
          </ServerButton>
        ) : (
          <Button type="submit" size="small" busy={save.busy} className="ml-auto">
            {t("actions.save")}
          </Button>
        )}
      </fieldset>
      {!preview && <Failure error={save.error} />}
      {preview && (
        <Sheet title={t("order_notes.preview")} onClose={() => setPreview(false)}>
          <div className="space-y-4">
            <EmailFrame src={emailPreviewUrl(orderId, "customer_note", { note })} title={t("order_notes.preview")} />
            <Failure error={save.error} />
            <Button wide busy={save.busy} onClick={() => void save.run()}>
              {t("order_notes.send")}
            </Button>
          </div>
        </Sheet>
      )}
    </form>
  );
}
