import { useState } from "react";
import { useLocation } from "react-router";
import type { ParcelAction } from "#contract/backoffice/parcel-views.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ParcelFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { LabelButton } from "./label-button.tsx";
import { refreshParcels } from "./refresh-parcels.ts";
import { TrackSheet } from "./track-sheet.tsx";
import { unavailableActions } from "./unavailable-actions.ts";
import { Disclosure } from "#backoffice/components/disclosure.tsx";

const calls = {
  book: "POST bo/parcels/{id}/rebook",
  cancel: "POST bo/parcels/{id}/cancel",
  poll: "POST bo/parcels/{id}/poll",
  deliver_again: "POST bo/parcels/{id}/deliver-again",
  return_to_shop: "POST bo/parcels/{id}/return-to-shop",
} as const;
type Call = keyof typeof calls;
const isCall = (action: ParcelAction): action is Call => action in calls;

/** Those with consequences that cannot be undone: they come last, and are confirmed first. */
const confirmed: readonly Call[] = ["cancel", "return_to_shop"];

/** What cannot be done with this parcel now, with the reasons. */
function Unavailable({ parcel }: { parcel: ParcelEntry }) {
  const t = useTexts();
  const { permissions } = useSession();
  const actions = unavailableActions(parcel, permissions);
  if (actions.length === 0) return null;
  return (
    <Disclosure titleClassName="text-sm" title={t("parcels.not_now", { count: actions.length })}>
      <div className="grid gap-2 sm:grid-cols-2">
        {actions.map(({ action, reason }) => (
          <Button key={action} look="secondary" size="small" className="min-h-12" disabled>
            {`${t(`parcel_actions.${action}`)} · ${t(reason)}`}
          </Button>
        ))}
      </div>
    </Disclosure>
  );
}

/** Another booking is based on the order, as it was seen. */
const request = ({ id, order_version }: ParcelEntry, action: Call, key: string): Promise<unknown> =>
  action === "book"
    ? call(calls.book, { path: { id }, key, ifMatch: `"${order_version}"` })
    : call(calls[action], { path: { id }, key });

interface CallButtonsProps {
  actions: readonly Call[];
  busy: boolean;
  onAct: (action: Call) => void;
}

function CallButtons({ actions, busy, onAct }: CallButtonsProps) {
  const t = useTexts();
  return actions.map((action) => (
    <ServerButton
      key={action}
      look="secondary"
      size="small"
      className="min-h-12"
      busy={busy}
      onClick={() => onAct(action)}
    >
      {t(`parcel_actions.${action}`)}
    </ServerButton>
  ));
}

/** What can be done with a parcel now, each with its result next to it. */
export function ParcelActions({ parcel }: { parcel: ParcelEntry }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [confirming, setConfirming] = useState<Call | null>(null);
  const [tracking, setTracking] = useState(false);
  const [done, setDone] = useState<Call | null>(null);
  // as it was shown then: it is read again before the error is shown
  const [tried, setTried] = useState(parcel);
  const act = useAction(async (key, action: Call) => {
    setTried(parcel);
    try {
      await request(parcel, action, key);
      setDone(action);
    } finally {
      // a rejected booking changes the parcel too
      await refreshParcels();
    }
    setConfirming(null);
  });
  const { pathname, search } = useLocation();
  // the inspection is below these buttons there
  const isElsewhere = pathname !== "/returns";
  const mayManage = permissions.includes("parcels.manage");
  const { actions, id, order_id } = parcel;
  const has = (action: ParcelAction) => actions.includes(action);
  const called = mayManage ? actions.filter(isCall) : [];
  const isConfirmed = (action: Call) => confirmed.includes(action);
  const busy = act.busy && confirming === null;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {mayManage && isElsewhere && (has("inspect") || has("decide")) && (
          <LinkAsButton to={`/returns?open=${id}`}>
            {t(has("inspect") ? "parcel_actions.inspect" : "parcel_actions.decide")}
          </LinkAsButton>
        )}
        {has("label") && permissions.includes("pack") && <LabelButton id={id} />}
        <CallButtons
          actions={called.filter((one) => !isConfirmed(one))}
          busy={busy}
          onAct={(one) => void act.run(one)}
        />
        {mayManage && has("track") && (
          <Button look="secondary" size="small" className="min-h-12" onClick={() => setTracking(true)}>
            {t("parcel_actions.track")}
          </Button>
        )}
        {has("claim") && (
          <LinkAsButton to={`/parcels/${id}/claim${pathname === "/parcels" ? search : ""}`} look="secondary">
            {t("parcel_actions.claim")}
          </LinkAsButton>
        )}
        <CallButtons actions={called.filter(isConfirmed)} busy={busy} onAct={setConfirming} />
      </div>
      <Unavailable parcel={parcel} />
      {(has("deliver_again") || parcel.step === "failed_try") && (
        <p className="text-xs text-taupe">
          {t(parcel.carrier === "ghn" ? "parcels.failed_ghn" : "parcels.failed_other")}
        </p>
      )}
      {confirming === null && <ParcelFailure parcel={tried} action={act} />}
      <Saved shown={done !== null && act.error === null && !act.busy} text={done ? t(`parcel_done.${done}`) : ""} />
      {confirming && (
        <ConfirmSheet
          title={t(`parcel_actions.${confirming}`)}
          text={t(confirming === "cancel" ? "parcels.confirm_cancel" : "parcels.confirm_return", {
            code: parcel.code ?? "",
            order: order_id,
            cod: formatAmount(parcel.cod),
          })}
          confirm={t(`parcel_actions.${confirming}`)}
          action={act}
          onConfirm={() => void act.run(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
      {tracking && <TrackSheet orderId={order_id} onClose={() => setTracking(false)} />}
    </div>
  );
}
