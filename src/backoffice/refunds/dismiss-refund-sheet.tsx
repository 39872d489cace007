import { call } from "#backoffice/api/call.ts";
import { ReasonSheet } from "#backoffice/components/reason-sheet.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { refreshRefunds } from "./refresh-refunds.ts";
import type { FailedRefund } from "./refund-sheet.tsx";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface DismissProps {
  orderId: number;
  failed: FailedRefund;
  onClose: () => void;
}

/** Decides that a refund that failed is not repeated. */
export function DismissRefundSheet({ orderId, failed, onClose }: DismissProps) {
  const t = useTexts();
  return (
    <ReasonSheet
      title={t("order_money.dismiss")}
      text={t("order_money.dismiss_text", { amount: formatAmount(failed.amount) })}
      draftName={`refund-dismiss-${failed.id}`}
      onSubmit={async (reason, key) => {
        const path = { order_id: orderId, id: failed.id };
        await call("POST bo/orders/{order_id}/refunds/{id}/dismiss", { path, body: { reason }, key });
        reportDone(t("order_money.dismissed", { amount: formatAmount(failed.amount) }));
        await refreshRefunds();
      }}
      onClose={onClose}
    />
  );
}
