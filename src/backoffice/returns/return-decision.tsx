import { useState } from "react";
import type { ReturnDecision as Decision } from "#contract/backoffice/parcel-views.ts";
import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import { Alert } from "#design/alert.tsx";
import { Badge } from "#design/badge.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { ParcelFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { refreshParcels } from "#backoffice/parcels/refresh-parcels.ts";
import { OrderRefundRequests, useRefundRequests } from "#backoffice/refunds/order-refund-requests.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";

/** What the inspection found, and what was decided. */
export function InspectionResult({ parcel }: { parcel: ParcelDetail }) {
  const t = useTexts();
  const nameOf = (lineId: number) => {
    const line = parcel.lines.find(({ line_id }) => line_id === lineId);
    return [line?.name, line?.option].filter(Boolean).join(" - ");
  };
  return (
    <Card title={t("returns.result")} text={parcel.return_reason}>
      <ul className="space-y-2 text-sm">
        {parcel.returned_items.map(({ line_id, quantity, state }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two units of one line can have the same result
          <li key={place} className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              {nameOf(line_id)} ×{"\u00a0"}
              {quantity}
            </span>
            <Badge tone={state === "restock" ? "success" : "warning"} className="shrink-0">
              {t(`return_states.${state}`)}
            </Badge>
          </li>
        ))}
      </ul>
      {parcel.return_decision && (
        <p className="mt-3 text-sm font-medium">{t(`return_decisions.${parcel.return_decision}_done`)}</p>
      )}
    </Card>
  );
}

/** Decides about the order, with its refund where that is the decision. */
function useDecision({ id, order_id, order_version, refundable }: ParcelDetail, reason: string, onDone: () => void) {
  const t = useTexts();
  const ifMatch = `"${order_version}"`;
  const send = async (key: string, decision: Decision): Promise<void> => {
    if (decision === "refund") {
      // the inspection has settled the stock
      const { data } = await call("POST wc/orders/{order_id}/refunds", {
        path: { order_id },
        body: { amount: String(refundable), reason, api_refund: true, api_restock: false, line_items: [] },
        ...{ key, ifMatch },
      });
      // above the limit of the role an owner decides on the refund; once it is made the order is closed, and with it the return
      if ("refund_request" in data) {
        await invalidate("GET bo/refund-requests");
        onDone();
        reportDone(t("refunds.sent"));
        return;
      }
    }
    await call("POST bo/parcels/{id}/decision", {
      path: { id },
      body: { decision, reason },
      // the refund has changed the order
      ...(decision === "refund" ? { key: `${key}-decision`, ifMatch: "*" } : { key, ifMatch }),
    });
    onDone();
  };
  return useAction(async (key: string, decision: Decision) => {
    try {
      await send(key, decision);
    } finally {
      // after a conflict the next attempt is made with the current version
      await refreshParcels();
    }
  });
}

/** Requires the decision about the order of an inspected parcel, or shows the requested refund that it waits for. */
export function ReturnDecision({ parcel }: { parcel: ParcelDetail }) {
  const { order_id } = parcel;
  const query = useRefundRequests(order_id);
  const isRequested = query.data?.data.some(({ state }) => state === "open") ?? false;
  if (isRequested) return <OrderRefundRequests orderId={order_id} />;
  return (
    <>
      <FailedPart query={query} />
      <DecisionCard parcel={parcel} />
    </>
  );
}

function DecisionCard({ parcel }: { parcel: ParcelDetail }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [chosen, setChosen] = useState<Decision | null>(null);
  const [reason, setReason] = useState(parcel.return_reason);
  const { order_id, refundable, returned_items, has_email } = parcel;
  // as it was shown then: it is read again meanwhile
  const [tried, setTried] = useState(parcel);
  const decide = useDecision(parcel, reason, () => setChosen(null));
  const isConflict = decide.error?.status === 412;
  const units = returned_items.reduce((sum, { quantity }) => sum + quantity, 0);
  const isPaid = refundable > 0;
  const choices: readonly { decision: Decision; reason: string | null }[] = [
    { decision: "send_again", reason: null },
    { decision: "refund", reason: isPaid ? null : t("return_decisions.refund_unpaid") },
    { decision: "close", reason: isPaid ? t("return_decisions.close_paid") : null },
  ];
  return (
    <Card title={t("returns.decide")} text={t("returns.decide_text", { order: order_id })}>
      <div className="space-y-4">
        {refundable > 0 ? (
          <Alert tone="warning">{t("returns.is_paid", { amount: formatAmount(refundable) })}</Alert>
        ) : (
          <p className="text-sm text-taupe">{t("returns.is_unpaid")}</p>
        )}
        <TextField
          label={t("returns.reason")}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-col gap-3">
          {choices
            .filter(({ decision }) => decision !== "refund" || permissions.includes("refunds.create"))
            .map(({ decision, reason: unavailable }, place) => (
              <ServerButton
                key={decision}
                wide
                look={place === 0 ? "primary" : "secondary"}
                disabled={unavailable !== null}
                onClick={() => {
                  decide.reset();
                  setChosen(decision);
                }}
              >
                {[t(`return_decisions.${decision}`), unavailable].filter(Boolean).join(" · ")}
              </ServerButton>
            ))}
        </div>
      </div>
      {chosen && (
        <ConfirmSheet
          title={t(`return_decisions.${chosen}`)}
          text={t(
            chosen === "close" && !has_email
              ? "return_decisions.close_without_email"
              : `return_decisions.${chosen}_text`,
            { order: order_id, units, amount: formatAmount(refundable) },
          )}
          confirm={t(`return_decisions.${chosen}`)}
          action={{ busy: decide.busy, error: isConflict ? null : decide.error }}
          onConfirm={() => {
            setTried(parcel);
            void decide.run(chosen);
          }}
          onClose={() => setChosen(null)}
        />
      )}
      {isConflict && <ParcelFailure parcel={tried} action={decide} />}
    </Card>
  );
}
