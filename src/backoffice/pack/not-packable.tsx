import { useEffect, useState } from "react";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { StateCard } from "#backoffice/components/loaded.tsx";
import { useQueue } from "#backoffice/api/queue/queue.ts";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { LabelButton } from "#backoffice/parcels/label-button.tsx";

/** The order was cancelled: the parcel must not leave. */
export function CancelledAlarm({ number, to = "/pack" }: { number: string; to?: "/pack" | "/waiting" }) {
  const t = useTexts();
  useEffect(() => giveFeedback("alarm"), []);
  return (
    <div role="alert" className="space-y-3 rounded-[8px] bg-danger p-6 text-center text-ivory">
      <p className="text-2xl font-semibold">{t("pack.closed", { number })}</p>
      <p>{t("pack.closed_text")}</p>
      <LinkAsButton to={to}>{t(to === "/pack" ? "pack.back" : "connection.show")}</LinkAsButton>
    </div>
  );
}

/** Orders that this device has packed, at least in part, and that were cancelled before the server had it. @param except the order that is shown */
export function CancelledParcels({ except = null }: { except?: number | null }) {
  const cancelled = useQueue().flatMap(({ name, path, conflict }) =>
    name.includes("bo/pack/orders/{id}") && conflict?.state === "closed" && Number(path.id) !== except ? [path.id] : [],
  );
  return cancelled.map((id) => <CancelledAlarm key={id} number={String(id)} to="/waiting" />);
}

function Reopen({ id }: { id: number }) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const reopen = useAction(async (key) => {
    await call("POST bo/pack/orders/{id}/reopen", { path: { id }, body: { reason }, key });
    await invalidate("GET bo/pack/orders/{id}", "GET bo/pack/queue");
  });
  return (
    <form
      className="w-full max-w-sm space-y-3 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        void reopen.run();
      }}
    >
      <TextField
        label={t("pack.reopen_reason")}
        required
        maxLength={200}
        value={reason}
        error={reopen.error?.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Failure error={reopen.error} />
      <Button type="submit" look="secondary" wide busy={reopen.busy}>
        {t("pack.reopen")}
      </Button>
    </form>
  );
}

/** An order that is packed, lacks an item, or is in another stage. */
export function NotPackable({ order, completed }: { order: PackOrder; completed: boolean }) {
  const t = useTexts();
  const { permissions } = useSession();
  const { number, stage, state, parcel } = order;
  if (stage === "closed") return <CancelledAlarm number={number} />;
  const isPacked = completed || state === "packed";
  const isPackedHere = stage === "to_hand_over" || stage === "to_collect";
  const needsReview = state === "missing" && !permissions.includes("orders.confirm");
  const isOpenable = !completed && (state === "missing" ? !needsReview : isPackedHere);
  return (
    <StateCard
      title={t(isPacked ? "pack.packed" : "pack.not_to_pack", { number })}
      text={completed ? undefined : t("pack.state", { stage: t(`order_stages.${stage}`) })}
    >
      <LinkAsButton to="/pack">{t("pack.back")}</LinkAsButton>
      {isPacked && parcel.id !== null && <LabelButton id={parcel.id} />}
      {isOpenable && <Reopen id={order.id} />}
      {!completed && needsReview && (
        <Button look="secondary" disabled>
          {`${t("pack.reopen")} · ${t("pack.needs_review")}`}
        </Button>
      )}
    </StateCard>
  );
}

/** Some of this device's actions were rejected. */
export function ConflictNotice() {
  const t = useTexts();
  return (
    <Alert>
      <p>{t("pack.conflict")}</p>
      <LinkAsButton to="/waiting" look="secondary">
        {t("connection.show")}
      </LinkAsButton>
    </Alert>
  );
}
