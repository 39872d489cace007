import { useState } from "react";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import { cancelReasons } from "#contract/backoffice/reasons.ts";
import { dong, subtract } from "#contract/money.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet, SheetActions } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { paymentText } from "#backoffice/order-record/payment-text.ts";
import { Effects } from "./status-sheet.tsx";
import { useOrderAction } from "./use-order-action.ts";

interface OrderSheetProps {
  order: WooOrder;
  etag: string | null;
  onClose: () => void;
}

interface CancelDraft {
  reason: (typeof cancelReasons)[number];
  note: string;
}

/** How what was paid is refunded: by its gateway, by the shop itself, or a part by each. */
function refundText(
  t: TextOf,
  order: WooOrder,
  { refundable, by_gateway }: Pick<StatusEffects, "refundable" | "by_gateway">,
): string {
  const method = paymentText(t, order);
  if (by_gateway === 0) return t("order.refund_by_hand", { amount: formatAmount(refundable) });
  if (by_gateway === refundable) return t("order.refund_now", { amount: formatAmount(refundable), method });
  const rest = formatAmount(subtract(refundable, by_gateway));
  return t("order.refund_split", { amount: formatAmount(by_gateway), method, rest });
}

interface ReasonsProps {
  reason: CancelDraft["reason"];
  onChange: (reason: CancelDraft["reason"]) => void;
}

function Reasons({ reason, onChange }: ReasonsProps) {
  const t = useTexts();
  return (
    <RadioGroup
      legend={t("order.reason")}
      name="cancel-reason"
      value={reason}
      onChange={(value) => onChange(cancelReasons.find((one) => one === value) ?? "other")}
      choices={cancelReasons.map((value) => ({ value, label: t(`cancel_reasons.${value}`) }))}
    />
  );
}

/** Cancels an order for one reason, after the consequences were shown. What was paid can be refunded with it. */
export function CancelSheet({ order, etag, onClose }: OrderSheetProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const draft = useDraft<CancelDraft>(`order-cancel:${order.id}`, { reason: "customer", note: "" });
  const { reason, note } = draft.values;
  const [refunds, setRefunds] = useState(false);
  const { id, number } = order;
  const { data } = useApi("GET bo/orders/{id}/effects", { path: { id }, query: { to: "cancelled" } });
  const { refundable = dong(0), by_gateway = dong(0) } = data?.data ?? {};
  const canRefund = refundable > 0 && permissions.includes("refunds.create");
  const act = useOrderAction(() => {
    draft.discard();
    onClose();
  });
  const cancel = () =>
    void act.run({
      message: t("order.cancelled"),
      send: async (key) => {
        const refund = canRefund && refunds;
        const body = { reason, ...(note && { note }), ...(refund && { refund }) };
        const done = await call("POST bo/orders/{id}/cancel", { path: { id }, body, key, ifMatch: etag });
        // above the limit of the role it is a request
        if (refund) await invalidate("GET bo/refund-requests");
        return done;
      },
    });
  return (
    <Sheet title={t("order.cancel_title", { number })} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          cancel();
        }}
      >
        <DraftOffer draft={draft} />
        <Reasons reason={reason} onChange={(chosen) => draft.change({ reason: chosen })} />
        <TextField
          label={t("order.note")}
          required={reason === "other"}
          maxLength={500}
          value={note}
          error={act.error?.fields.note}
          onChange={(event) => draft.change({ note: event.target.value })}
        />
        <Effects id={id} to="cancelled" />
        {canRefund && (
          <Checkbox
            label={refundText(t, order, { refundable, by_gateway })}
            checked={refunds}
            onChange={(event) => setRefunds(event.target.checked)}
          />
        )}
        <OrderFailure order={order} action={act} />
        <SheetActions>
          <ServerButton type="submit" wide busy={act.busy}>
            {t("order.cancel_title", { number })}
          </ServerButton>
        </SheetActions>
      </form>
    </Sheet>
  );
}

/** Puts an order on hold, for a reason. */
export function HoldSheet({ order, etag, onClose }: OrderSheetProps) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const act = useOrderAction(onClose);
  return (
    <Sheet title={t("order.hold")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void act.run({
            message: t("order.held"),
            send: (key) =>
              call("POST bo/orders/{id}/hold", { path: { id: order.id }, body: { reason }, key, ifMatch: etag }),
          });
        }}
      >
        <TextField
          label={t("order.reason")}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <OrderFailure order={order} action={act} />
        <ServerButton type="submit" wide busy={act.busy}>
          {t("order.hold")}
        </ServerButton>
      </form>
    </Sheet>
  );
}
