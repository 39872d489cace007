import { useState } from "react";
import { recipientDigits } from "#contract/person-validation.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { allowsAction } from "#contract/backoffice/allowed-actions.ts";
import { mayOpen } from "#contract/backoffice/screens.ts";
import { maxMissedCalls, type Stage } from "#contract/stages.ts";
import { Alert } from "#design/alert.tsx";
import { Button, buttonClasses } from "#design/button.tsx";
import { PhoneIcon } from "#design/icons.tsx";
import { Link } from "react-router";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatAmount, formatPhone } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { DismissRefundSheet } from "#backoffice/refunds/dismiss-refund-sheet.tsx";
import { type FailedRefund, RefundSheet } from "#backoffice/refunds/refund-sheet.tsx";
import { CallOutcomeQuestion, useCall } from "./call-outcome.tsx";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { zaloUrl } from "#backoffice/order-record/order-contact.ts";
import { StatusSheet } from "./status-sheet.tsx";
import { useOrderAction } from "./use-order-action.ts";

interface StepProps {
  order: WooOrder;
  etag: string | null;
  onCancel: () => void;
}

/** Dials the number, and requests the outcome afterwards. Confirming without a call is a separate action. */
function ConfirmStep({ order, etag, onCancel }: StepProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const phone = recipientDigits(order);
  const missed = order.lianne?.calls.missed ?? 0;
  const dial = useCall(order.id);
  const act = useOrderAction(dial.recorded);
  const confirm = () =>
    void act.run({
      message: t("order.confirmed"),
      send: (key) => call("POST bo/orders/{id}/confirm", { path: { id: order.id }, key, ifMatch: etag }),
    });
  return (
    <div className="space-y-2 lg:max-w-2xl">
      {phone && (
        <a href={`tel:${phone}`} onClick={dial.dialled} className={buttonClasses("primary", "normal", true)}>
          <PhoneIcon size={18} />
          {t("order.call", { phone: formatPhone(phone) })}
        </a>
      )}
      {dial.calledAt && (
        <CallOutcomeQuestion order={order} etag={etag} calledAt={dial.calledAt} onRecorded={dial.recorded} />
      )}
      <div className="flex flex-wrap gap-2">
        <ServerButton
          look={phone ? "secondary" : "primary"}
          size="small"
          busy={act.busy}
          onClick={confirm}
          className="min-h-12 flex-1"
        >
          {t("order.confirm_without_call")}
        </ServerButton>
        {phone && missed >= maxMissedCalls && (
          <a
            href={zaloUrl(phone)}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses("secondary", "small", false, "min-h-12")}
          >
            {t("order.message")}
          </a>
        )}
        {permissions.includes("orders.cancel") && (
          <Button look="secondary" size="small" onClick={onCancel} className="min-h-12">
            {t("order.cancel")}
          </Button>
        )}
      </div>
      <OrderFailure order={order} action={act} />
    </div>
  );
}

/** Screens that do the next step of a stage. */
const screenOf: Partial<Record<Stage, string>> = {
  to_pack: "/pack/{id}",
  to_hand_over: "/manifests",
  delivery_problem: "/parcels?view=problems&open={parcel}",
  to_inspect: "/returns?open={parcel}",
};

/** Opens the screen of the next step, with the order's newest parcel; the list, until that is loaded. */
function LinkStep({ order, stage, label }: { order: WooOrder; stage: Stage; label: string }) {
  const { permissions } = useSession();
  const screen = screenOf[stage]?.replace("{id}", String(order.id)) ?? "";
  const ofParcel = screen.includes("{parcel}");
  const query = { order_id: order.id, view: "all" } as const;
  const [parcel] = useApi("GET bo/parcels", { query }, { enabled: ofParcel }).data?.data ?? [];
  const [base = ""] = screen.split("?");
  const path = ofParcel && !parcel ? base : screen.replace("{parcel}", String(parcel?.id));
  if (!path || !mayOpen(base, permissions)) return null;
  return (
    <Link to={path} className={buttonClasses("primary", "normal", true)}>
      {label}
    </Link>
  );
}

/** The customer receives the order at the shop: it is completed, after its effects were shown. */
function CollectStep({ order, etag }: Omit<StepProps, "onCancel">) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ServerButton wide onClick={() => setOpen(true)}>
        {t("order.collected")}
      </ServerButton>
      {open && (
        <StatusSheet
          order={order}
          etag={etag}
          preset={{ status: "completed", reason: t("order.collected") }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function RestoreStep({ order, etag }: Omit<StepProps, "onCancel">) {
  const t = useTexts();
  const act = useOrderAction();
  return (
    <>
      <ServerButton
        wide
        busy={act.busy}
        onClick={() =>
          void act.run({
            message: t("order.restored"),
            send: (key) => call("POST bo/orders/{id}/restore", { path: { id: order.id }, key, ifMatch: etag }),
          })
        }
      >
        {t("order.restore")}
      </ServerButton>
      <OrderFailure order={order} action={act} />
    </>
  );
}

/** A refund failed: the shop refunds in another way, or not at all. That of an overpayment is recorded with a command, see its note. */
function RefundStep({ order, etag, failed }: Omit<StepProps, "onCancel"> & { failed: FailedRefund }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [open, setOpen] = useState<"again" | "dismiss" | null>(null);
  if (failed.is_overpayment)
    return <Alert tone="danger">{t("order_money.overpayment_failed", { amount: formatAmount(failed.amount) })}</Alert>;
  return (
    <div className="space-y-2">
      <ServerButton wide onClick={() => setOpen("again")}>
        {t("order_money.refund_again")}
      </ServerButton>
      {permissions.includes("refunds.create") && (
        <ServerButton look="secondary" wide onClick={() => setOpen("dismiss")}>
          {t("order_money.dismiss")}
        </ServerButton>
      )}
      {open === "again" && <RefundSheet order={order} etag={etag} failed={failed} onClose={() => setOpen(null)} />}
      {open === "dismiss" && <DismissRefundSheet orderId={order.id} failed={failed} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** The one next step of an order; nothing where the customer or the carrier has to act, or the role may not. */
export function NextStep(props: StepProps) {
  const { order } = props;
  const { permissions } = useSession();
  const { lianne, status } = order;
  if (!lianne) return null;
  const { stage, next } = lianne;
  const may = (permission: string) => permissions.includes(permission);
  if (stage === "to_confirm") return may("orders.confirm") ? <ConfirmStep key={order.id} {...props} /> : null;
  const failed = stage === "needs_review" ? lianne.money.refunds.find(({ state }) => state === "failed") : undefined;
  if (failed && status !== "on-hold")
    return may("refunds.request") ? <RefundStep order={order} etag={props.etag} failed={failed} /> : null;
  if (stage === "to_collect" && may("orders.cancel")) return <CollectStep {...props} />;
  if (allowsAction("restore", { stage, status })) return may("orders.cancel") ? <RestoreStep {...props} /> : null;
  return next ? <LinkStep order={order} stage={stage} label={next.label} /> : null;
}
