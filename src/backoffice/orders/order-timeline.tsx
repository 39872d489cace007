import { useState } from "react";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ownerOf } from "./order-cards.tsx";
import { NoteForm } from "./note-form.tsx";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { Disclosure } from "#backoffice/components/disclosure.tsx";

/** What can be done with a note: pin it, delete it. */
function NoteActions({ orderId, detail }: { orderId: number; detail: NonNullable<TimelineEntry["detail"]> }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [removing, setRemoving] = useState(false);
  const noteId = Number(detail.note_id);
  const reload = () => invalidate("GET bo/orders/{id}/timeline");
  const pin = useAction(async () => {
    const body = { pinned: detail.pinned !== true };
    await call("PUT bo/orders/{order_id}/notes/{id}", { path: { order_id: orderId, id: noteId }, body });
    await reload();
  });
  const remove = useAction(async () => {
    await call("DELETE wc/orders/{order_id}/notes/{id}", {
      path: { order_id: orderId, id: noteId },
      query: { force: true },
      body: {},
    });
    reportDone(t("order_notes.removed"));
    await reload();
  });
  if (!permissions.includes("orders.confirm")) return null;
  return (
    <span className="-ml-2 flex flex-wrap">
      {detail.customer !== true && (
        <Button look="quiet" busy={pin.busy} onClick={() => void pin.run()} className="text-xs text-taupe">
          {t(detail.pinned === true ? "order_notes.unpin" : "order_notes.pin")}
        </Button>
      )}
      <Button
        look="quiet"
        disabled={detail.deletable !== true}
        onClick={() => setRemoving(true)}
        className="text-xs text-taupe"
      >
        {t("actions.remove")}
        {detail.deletable !== true && ` · ${t("order_notes.remove_others")}`}
      </Button>
      <Failure error={pin.error} />
      {removing && (
        <ConfirmSheet
          title={t("order_notes.remove")}
          text={t("order_notes.remove_text")}
          confirm={t("actions.remove")}
          action={remove}
          onConfirm={() => void remove.run()}
          onClose={() => setRemoving(false)}
        />
      )}
    </span>
  );
}

/** Photos of the open box, for those that may see a packing. */
function BoxPhotos({ orderId, photos }: { orderId: number; photos: readonly unknown[] }) {
  const t = useTexts();
  if (!useSession().permissions.includes("pack")) return null;
  return (
    <span className="flex flex-wrap gap-2 py-1">
      {photos.map((photo, index) => {
        const url = `${backOfficeApi}/pack/orders/${orderId}/photos/${Number(photo)}`;
        return (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            <img
              src={url}
              alt={t("order.box_photo", { number: index + 1 })}
              loading="lazy"
              className="size-24 bg-sand object-cover"
            />
          </a>
        );
      })}
    </span>
  );
}

function Entry({ orderId, entry }: { orderId: number; entry: TimelineEntry }) {
  const t = useTexts();
  const { at, actor, kind, message, detail } = entry;
  const isNote = kind === "note";
  return (
    <li className={isNote ? "border-l-2 border-champagne py-2 pl-3" : "border-l-2 border-line py-2 pl-3"}>
      <p className="text-xs text-taupe">
        {formatTime(t, at)} · {actor.name}{" "}
        {isNote && detail?.pinned === true && <Badge>{t("order_notes.pinned")}</Badge>}
        {isNote && detail?.for_packing === true && <Badge>{t("order_notes.for_packing")}</Badge>}
        {isNote && detail?.customer === true && <Badge>{t("order_notes.to_customer")}</Badge>}
      </p>
      <p className="text-sm wrap-anywhere whitespace-pre-line">{message}</p>
      {detail?.response !== undefined && (
        <Disclosure title={t("order.gateway_response")}>
          <pre className="overflow-x-auto bg-sand p-2 text-xs">{JSON.stringify(detail.response, null, 2)}</pre>
        </Disclosure>
      )}
      {Array.isArray(detail?.photos) && <BoxPhotos orderId={orderId} photos={detail.photos} />}
      {isNote && detail && <NoteActions orderId={orderId} detail={detail} />}
    </li>
  );
}

/** Every event of an order, the newest first; pinned notes are above. Notes can be shown on their own. */
export function TimelineCard({ order }: { order: WooOrder }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [notesOnly, setNotesOnly] = useState(false);
  const { id: orderId } = order;
  const query = useApi(
    "GET bo/orders/{id}/timeline",
    { path: { id: orderId } },
    { everyMs: 30_000, ofOrder: ownerOf(order) },
  );
  const isPinned = ({ detail }: TimelineEntry) => detail?.pinned === true;
  return (
    <Card
      title={t("order.timeline")}
      action={
        <Button
          look="quiet"
          aria-pressed={notesOnly}
          onClick={() => setNotesOnly(!notesOnly)}
          className="-my-3 -mr-2 min-h-12 text-taupe lg:-my-1"
        >
          {t(notesOnly ? "order.all_events" : "order.notes_only")}
        </Button>
      }
    >
      {permissions.includes("orders.confirm") && <NoteForm orderId={orderId} hasEmail={order.billing.email !== ""} />}
      <Loaded
        query={query}
        isEmpty={(entries) => entries.length === 0}
        empty={<p className="text-sm text-taupe">{t("order.no_events")}</p>}
      >
        {(entries) => {
          const shown = entries.filter(({ kind }) => !notesOnly || kind === "note");
          return (
            <ol className="space-y-1">
              {[...shown.filter(isPinned), ...shown.filter((entry) => !isPinned(entry))].map((entry) => (
                <Entry key={entry.id} orderId={orderId} entry={entry} />
              ))}
            </ol>
          );
        }}
      </Loaded>
    </Card>
  );
}
