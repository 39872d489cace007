import { Link } from "react-router";
import type { RefundRequest } from "#contract/backoffice/refund-requests.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { paymentText } from "#backoffice/order-record/payment-text.ts";
import { refreshRefunds } from "./refresh-refunds.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

const tones: Record<RefundRequest["state"], Tone> = { open: "warning", approved: "success", rejected: "neutral" };

/** Approves or rejects with one tap; what is decided is named with the person and the time. */
function Decision({ request }: { request: RefundRequest }) {
  const t = useTexts();
  const { id, amount, refundable, order_number } = request;
  const approve = useAction(async (key: string) => {
    await call("POST bo/refund-requests/{id}/approve", { path: { id }, key });
    reportDone(t("refunds.approved_done", { amount: formatAmount(amount), order: order_number }));
    await refreshRefunds();
  });
  const reject = useAction(async (key: string) => {
    await call("POST bo/refund-requests/{id}/reject", { path: { id }, body: {}, key });
    reportDone(t("refunds.rejected_done", { amount: formatAmount(amount), order: order_number }));
    await refreshRefunds();
  });
  const busy = approve.busy || reject.busy;
  return (
    <div className="space-y-2">
      {amount > refundable && (
        <p className="text-sm text-danger">{t("refunds.too_late", { amount: formatAmount(refundable) })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <ServerButton
          size="small"
          className="min-h-12 flex-1"
          busy={approve.busy}
          disabled={amount > refundable || reject.busy}
          onClick={() => void approve.run()}
        >
          {t("refunds.approve", { amount: formatAmount(amount) })}
        </ServerButton>
        <ServerButton
          look="secondary"
          size="small"
          className="min-h-12"
          busy={reject.busy}
          disabled={busy}
          onClick={() => void reject.run()}
        >
          {t("refunds.reject")}
        </ServerButton>
      </div>
      <Failure error={approve.error ?? reject.error} />
    </div>
  );
}

interface RefundRequestRowProps {
  request: RefundRequest;
  /** names the order, and links to it */
  withOrder?: boolean;
}

/** A refund that waits for an owner, or that one has decided on. */
export function RefundRequestRow({ request, withOrder = false }: RefundRequestRowProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const { order_id, order_number, customer, amount, by_gateway, reason, state, note } = request;
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          {withOrder && (
            <Link to={`/orders/${order_id}`} className="inline-flex min-h-11 items-center font-medium underline">
              {[t("order.title", { number: order_number }), customer].filter(Boolean).join(" · ")}
            </Link>
          )}
          <p>{by_gateway ? t("refunds.by_gateway", { method: paymentText(t, request) }) : t("refunds.by_hand")}</p>
        </div>
        <div className="shrink-0 text-right">
          <p className="tabular text-base font-medium">{formatAmount(amount)}</p>
          <Badge tone={tones[state]}>{t(`refund_states.${state}`)}</Badge>
        </div>
      </div>
      {reason && <p className="bg-sand p-3 wrap-anywhere whitespace-pre-line">{reason}</p>}
      <p className="text-xs text-taupe">
        {t("refunds.requested", {
          name: request.by_customer ? t("refunds.customer") : (request.requested_by ?? "–"),
          time: formatTime(t, request.requested_at),
        })}
        {request.decided_at &&
          ` · ${t(state === "approved" ? "refunds.approved" : "refunds.rejected", {
            name: request.decided_by ?? "–",
            time: formatTime(t, request.decided_at),
          })}`}
        {note && ` · ${note}`}
      </p>
      {request.by_customer && !request.has_email && state !== "approved" && (
        <p className="text-warning">{t(state === "open" ? "refunds.no_email" : "refunds.rejected_no_email")}</p>
      )}
      {state === "open" && permissions.includes("refunds.approve") && <Decision request={request} />}
    </div>
  );
}
