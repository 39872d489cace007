import { useEffect, useRef, useState } from "react";
import { formatDayRange } from "#contract/calendar-days.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { isoDay, lastPlannedDay } from "#backoffice/i18n/formats.ts";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { EmailFrame, emailPreviewUrl } from "./note-form.tsx";
import { useOrderAction } from "./use-order-action.ts";

interface PromiseSheetProps {
  order: WooOrder;
  etag: string | null;
  onClose: () => void;
}

/** The days that an order is promised for: `T4 02/12 – T6 04/12`; "" without a promise. */
export function usePromisedDays({ lianne }: WooOrder): string {
  const lang = useLanguage();
  return lianne?.promise ? formatDayRange(lang, lianne.promise.from, lianne.promise.by) : "";
}

/** Focuses the first invalid field of a form. @returns the form's ref */
function useFocusOnInvalid(hasInvalid: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasInvalid) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [hasInvalid]);
  return form;
}

interface PromiseEmailProps {
  src: string;
  busy: boolean;
  onSend: () => void;
  onBack: () => void;
}

/** The customer's email, before it is sent. */
function PromiseEmail({ src, busy, onSend, onBack }: PromiseEmailProps) {
  const t = useTexts();
  return (
    <div className="space-y-4">
      <EmailFrame src={src} title={t("order_promise.preview")} />
      <ServerButton wide busy={busy} onClick={onSend}>
        {t("order_promise.save_and_send")}
      </ServerButton>
      <Button look="secondary" wide onClick={onBack}>
        {t("order_promise.back")}
      </Button>
    </div>
  );
}

/** Promises another day, for a reason. The customer's email is shown first. */
export function PromiseSheet({ order, etag, onClose }: PromiseSheetProps) {
  const t = useTexts();
  const { id, lianne, billing } = order;
  const promised = usePromisedDays(order);
  const draft = useDraft(`order-promise:${id}`, { day: "", reason: "" });
  const { day, reason } = draft.values;
  const [preview, setPreview] = useState(false);
  const act = useOrderAction(() => {
    draft.discard();
    onClose();
  });
  const emails = billing.email !== "";
  const save = async () => {
    const changed = await act.run({
      message: t("order_promise.changed"),
      send: (key) =>
        call("POST bo/orders/{id}/promise", { path: { id }, body: { day, reason: reason.trim() }, key, ifMatch: etag }),
    });
    if (changed === undefined) setPreview(false);
  };
  const fields = act.error?.fields;
  const isOfField = Boolean(fields?.day ?? fields?.reason);
  const form = useFocusOnInvalid(isOfField && !preview);
  // the key: each part opens as a dialog of its own, with the focus at its beginning
  return (
    <Sheet key={String(preview)} title={t(preview ? "order_promise.preview" : "order_promise.title")} onClose={onClose}>
      {preview ? (
        <PromiseEmail
          src={emailPreviewUrl(id, "promise_changed", { note: reason.trim(), day })}
          busy={act.busy}
          onSend={() => void save()}
          onBack={() => setPreview(false)}
        />
      ) : (
        <form
          ref={form}
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            act.reset();
            if (emails) setPreview(true);
            else void save();
          }}
        >
          <DraftOffer draft={draft} />
          <p className="text-sm">
            <span className="tabular font-medium">{t("order_promise.now", { days: promised })}</span>
            <span className="block text-taupe">
              {t(emails ? "order_promise.emails" : "order_promise.no_email", { email: billing.email })}
            </span>
          </p>
          <TextField
            label={t("order_promise.day")}
            type="date"
            required
            min={isoDay(Date.now())}
            max={lastPlannedDay()}
            value={day}
            error={fields?.day}
            onChange={(event) => draft.change({ day: event.target.value })}
          />
          <TextField
            label={t("order_promise.reason")}
            required
            maxLength={500}
            value={reason}
            error={fields?.reason}
            onChange={(event) => draft.change({ reason: event.target.value })}
          />
          {!isOfField && <OrderFailure order={order} action={act} />}
          <ServerButton type="submit" wide busy={act.busy} disabled={day === lianne?.promise?.by}>
            {t(emails ? "order_promise.preview" : "order_promise.title")}
          </ServerButton>
        </form>
      )}
    </Sheet>
  );
}
