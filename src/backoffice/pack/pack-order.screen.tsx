import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { Scanner, type ScannerHandle } from "#backoffice/device/scanner/scanner.tsx";
import { formatDay, formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { BoxPhoto } from "./box-photo.tsx";
import { CancelledParcels, ConflictNotice, NotPackable } from "./not-packable.tsx";
import { PackLine, type PackLineData } from "./pack-line.tsx";
import { ExtrasCard } from "./extras-card.tsx";
import { type Extra, extrasOf } from "./pack-extras.ts";
import { addPhoto, reportMissing, startPacking, useLocalPacking } from "./packing-actions.ts";
import { ParcelForm } from "./parcel-form.tsx";
import { RingCheck } from "./ring-check.tsx";
import { TickQuestion } from "./tick-question.tsx";
import { useFinish } from "./use-finish.ts";
import { usePackScan } from "./use-pack-scan.ts";
import { usePhotoMode } from "./use-photo-mode.ts";
import { WarrantyCards } from "./warranty-cards.tsx";
import { WrongItem } from "./wrong-item.tsx";

const everyMs = 15_000;

/** What is missing before the order is packed, as texts. */
function leftToDo(
  t: TextOf,
  order: PackOrder,
  { extras, photos }: { extras: readonly Extra[]; photos: number },
): string[] {
  const items = order.lines.reduce((sum, { ticked, quantity }) => sum + quantity - ticked, 0);
  const unchecked = (kind: Extra["kind"]) =>
    extras.some((extra) => extra.kind === kind && !order.extras.includes(extra.id));
  return [
    items > 0 ? t("pack.left_items", { count: items }) : "",
    unchecked("gift") ? t("pack.left_gift") : "",
    unchecked("card") ? t("pack.left_card") : "",
    order.photo === "always" && photos === 0 ? t("pack.left_photo") : "",
  ].filter(Boolean);
}

function Recipient({ order: { recipient, gift, promised_date }, message }: { order: PackOrder; message: string }) {
  const t = useTexts();
  const { name, ward, province, phone_last_digits: digits } = recipient;
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          {t("pack.to", { name, ward, province, digits })}
          {promised_date && ` · ${t("pack.promised", { day: formatDay(promised_date) })}`}
        </span>
        {gift.hide_prices && <Badge tone="sale">{t("pack.gift")}</Badge>}
      </p>
      <p role="status" className="line-clamp-2 h-11 text-sm font-medium text-success">
        {message}
      </p>
    </>
  );
}

interface FinishProps {
  left: readonly string[];
  photos: number;
  onPhoto: () => void;
  onDone: () => void;
}

/** Photo and Done, within reach of the thumb. */
function Finish({ left, photos, onPhoto, onDone }: FinishProps) {
  const t = useTexts();
  return (
    <div data-action-bar className="sticky bottom-(--bottom-bar) z-10 space-y-2 bg-ivory py-2 lg:bottom-0">
      <p role="status" className="text-sm text-taupe">
        {left.length > 0 ? t("pack.left", { left: left.join(", ") }) : ""}
        {photos > 0 && ` ${t("pack.photo_taken", { count: photos })}`}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" size="small" onClick={onPhoto} className="min-h-12 lg:min-h-12">
          {t("pack.photo")}
        </Button>
        <Button disabled={left.length > 0} onClick={onDone}>
          {t("pack.done")}
        </Button>
      </div>
    </div>
  );
}

interface DialogsProps extends Pick<ReturnType<typeof usePackScan>, "question" | "setQuestion" | "tick"> {
  order: PackOrder;
  ring: number | null;
  missing: PackLineData | null;
  onRing: (mm: number | null) => void;
  onMissing: (line: PackLineData | null) => void;
  /** finishes with the order */
  leave: (work: Promise<void>) => Promise<void>;
}

/** What opens over the screen: a question before a tick, the ring check, a missing item. */
function Dialogs({ order, question, setQuestion, tick, ring, missing, onRing, onMissing, leave }: DialogsProps) {
  const t = useTexts();
  return (
    <>
      {question && question.kind !== "wrong" && (
        <TickQuestion question={question} onYes={() => tick(question.line)} onClose={() => setQuestion(null)} />
      )}
      {ring !== null && <RingCheck mm={ring} onClose={() => onRing(null)} />}
      {missing && (
        <ConfirmSheet
          title={t("pack.missing_title", { name: missing.name })}
          text={t("pack.missing_text")}
          confirm={t("pack.missing")}
          action={{ busy: false, error: null }}
          onConfirm={() => void leave(reportMissing(order, missing))}
          onClose={() => onMissing(null)}
        />
      )}
    </>
  );
}

/** What the packer does instead of scanning; null while the result of the last scan is shown. */
function messageOf(t: TextOf, { paused, photographing }: { paused: boolean; photographing: boolean }): string | null {
  if (paused) return t("pack.paused");
  return photographing ? t("pack.photo_hint") : null;
}

/** What a tap on an item's picture opens. */
function questionOf({ ticked, quantity }: PackLineData): "look" | "one_more" | "right_item" {
  if (ticked >= quantity) return "look";
  return ticked > 0 ? "one_more" : "right_item";
}

/** The packing of an order that is assigned to this person, or not assigned yet. */
function Packing({ order: stored }: { order: PackOrder }) {
  const t = useTexts();
  const { order, waitingPhotos, completed, conflict } = useLocalPacking(stored);
  const { leave, finish } = useFinish(order);
  const scanner = useRef<ScannerHandle>(null);
  const [paused, setPaused] = useState(false);
  const [ring, setRing] = useState<number | null>(null);
  const [missing, setMissing] = useState<PackLineData | null>(null);
  const scanning = usePackScan(order);
  const { question, setQuestion } = scanning;
  const extras = extrasOf(t, order);
  const photos = order.photos.length + waitingPhotos;
  const left = leftToDo(t, order, { extras, photos });
  const { photographing, setPhotographing, camera, setCamera } = usePhotoMode(left.join() === t("pack.left_photo"));
  if (order.stage !== "to_pack" || completed) return <NotPackable order={order} completed={completed} />;
  return (
    <div className="space-y-4">
      {conflict && <ConflictNotice />}
      <Scanner
        ref={scanner}
        hint={t("pack.scan_item")}
        paused={paused}
        photo={photographing}
        onCamera={setCamera}
        onScan={({ code }) => void scanning.scan(code)}
      />
      <Recipient order={order} message={messageOf(t, { paused, photographing }) ?? scanning.message} />
      {photographing ? (
        <BoxPhoto
          scanner={scanner}
          camera={camera}
          onPhoto={(photo) => {
            setPhotographing(false);
            void addPhoto(order, photo);
          }}
          onClose={() => setPhotographing(false)}
        />
      ) : question?.kind === "wrong" ? (
        <WrongItem {...question} order={order} onClose={() => setQuestion(null)} />
      ) : (
        <>
          <ul className="card divide-y divide-line">
            {order.lines.map((line) => (
              <PackLine
                key={line.id}
                line={line}
                onTap={() => setQuestion({ kind: questionOf(line), line })}
                onRing={() => setRing(line.ring_mm)}
                onMissing={() => setMissing(line)}
              />
            ))}
          </ul>
          <ExtrasCard order={order} extras={extras} />
          <Finish left={left} photos={photos} onPhoto={() => setPhotographing(true)} onDone={() => void finish()} />
          <ParcelForm order={order} />
          <WarrantyCards order={order} />
          <Button look="quiet" className="-ml-2 min-h-12" onClick={() => setPaused(!paused)}>
            {t(paused ? "pack.resume" : "pack.pause")}
          </Button>
        </>
      )}
      <Dialogs
        {...scanning}
        order={order}
        ring={ring}
        missing={missing}
        onRing={setRing}
        onMissing={setMissing}
        leave={leave}
      />
    </div>
  );
}

/** Starts the packing, unless another person packs the order: then it can be taken over. */
function Assigned({ order, fresh }: { order: PackOrder; fresh: boolean }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { staff } = useSession();
  const { id, stage, assigned_to: assignee } = order;
  // stored data may be older than another person's assignment
  const isFree = fresh && stage === "to_pack" && assignee === null;
  const current = useRef(order);
  current.current = order;
  useEffect(() => {
    if (isFree) void startPacking(current.current);
  }, [isFree]);
  const takeOver = useAction(async (key) => {
    await call("POST bo/pack/orders/{id}/assign", { path: { id }, body: { force: true }, key });
    await invalidate("GET bo/pack/orders/{id}", "GET bo/pack/queue");
  });
  if (stage !== "to_pack" || assignee === null || assignee.id === staff.id) return <Packing order={order} />;
  return (
    <ConfirmSheet
      title={t("pack.other_title")}
      text={t("pack.other_text", { name: assignee.name, time: formatTime(t, assignee.since) })}
      confirm={t("pack.take_over")}
      action={takeOver}
      onConfirm={() => void takeOver.run()}
      onClose={() => void navigate("/pack")}
    />
  );
}

/** Packs one order: camera at the top, its items below. */
export default function PackOrderScreen() {
  const t = useTexts();
  const { id = "" } = useParams();
  const order = useApi("GET bo/pack/orders/{id}", { path: { id } }, { everyMs });
  return (
    <Page title={t("pack.order", { number: id })} back={{ to: "/pack", label: t("nav.pack") }} width="form">
      <CancelledParcels except={Number(id)} />
      <Loaded query={order}>
        {(data) => <Assigned key={data.id} order={data} fresh={order.isFetchedAfterMount || !navigator.onLine} />}
      </Loaded>
    </Page>
  );
}
