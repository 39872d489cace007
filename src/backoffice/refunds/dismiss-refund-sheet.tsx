import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { refreshRefunds } from "./refresh-refunds.ts";
import type { FailedRefund } from "./refund-sheet.tsx";

interface DismissProps {
  orderId: number;
  failed: FailedRefund;
  onClose: () => void;
}

/** Decides that a refund that failed is not repeated, for a reason, after its consequence was stated. */
export function DismissRefundSheet({ orderId, failed, onClose }: DismissProps) {
  const t = useTexts();
  const draft = useDraft(`refund-dismiss-${failed.id}`, { reason: "" });
  const { reason } = draft.values;
  const dismiss = useAction(async (key: string) => {
    const path = { order_id: orderId, id: failed.id };
    await call("POST bo/orders/{order_id}/refunds/{id}/dismiss", { path, body: { reason }, key });
    draft.discard();
    await refreshRefunds();
    onClose();
  });
  return (
    <Sheet title={t("order_money.dismiss")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void dismiss.run();
        }}
      >
        <DraftOffer draft={draft} />
        <p className="text-sm text-taupe">{t("order_money.dismiss_text", { amount: formatAmount(failed.amount) })}</p>
        <TextField
          label={t("order.reason")}
          required
          maxLength={500}
          value={reason}
          error={dismiss.error?.fields.reason}
          onChange={(event) => draft.change({ reason: event.target.value })}
        />
        <Failure error={dismiss.error} />
        <ServerButton type="submit" wide busy={dismiss.busy}>
          {t("order_money.dismiss")}
        </ServerButton>
      </form>
    </Sheet>
  );
}
