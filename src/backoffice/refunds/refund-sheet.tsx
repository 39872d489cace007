import { useState } from "react";
import type { WooOrder } from "#contract/woo/order.ts";
import { type Dong, dong } from "#contract/money.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { TextAreaField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { paymentText } from "#backoffice/order-record/payment-text.ts";
import { refreshRefunds } from "./refresh-refunds.ts";

export type FailedRefund = NonNullable<WooOrder["lianne"]>["money"]["refunds"][number];

interface RefundFormProps {
  order: WooOrder;
  etag: string | null;
  failed: FailedRefund | null;
  refundable: Dong;
  /** the gateway that can refund it */
  gateway: string | null;
  /** what the role refunds without approval; null without a limit */
  limit: Dong | null;
  onRequested: () => void;
  onClose: () => void;
}

/** All of it by the gateway; after a failure that refund by hand. */
const proposed = ({ failed, refundable, gateway }: Pick<RefundFormProps, "failed" | "refundable" | "gateway">) => ({
  amount: String(Math.min(refundable, failed?.amount ?? refundable)),
  reason: failed?.reason ?? "",
  byGateway: gateway !== null && failed === null,
});

function RefundForm({ order, etag, failed, refundable, gateway, limit, onRequested, onClose }: RefundFormProps) {
  const t = useTexts();
  const mayMake = useSession().permissions.includes("refunds.create");
  const draft = useDraft(`refund-${order.id}`, proposed({ failed, refundable, gateway }));
  const { values, change } = draft;
  const amount = parseAmount(values.amount);
  const isAboveLimit = mayMake && limit !== null && typeof amount === "number" && amount > limit;
  /** otherwise it is requested */
  const makes = mayMake && !isAboveLimit;
  const isTooMuch = typeof amount === "number" && amount > refundable;
  const wrongAmount = isTooMuch
    ? t("refunds.too_much", { amount: formatAmount(refundable) })
    : amount
      ? undefined
      : t("fields.wrong_amount");
  const send = useAction(async (key: string) => {
    const body = {
      ...{ amount: String(amount ?? 0), reason: values.reason },
      api_refund: gateway !== null && values.byGateway,
    };
    const ifMatch = etag;
    const { data } = makes
      ? await call("POST wc/orders/{order_id}/refunds", { path: { order_id: order.id }, body, key, ifMatch })
      : await call("POST bo/orders/{id}/refund-requests", { path: { id: order.id }, body, key, ifMatch });
    draft.discard();
    await refreshRefunds();
    if (!makes || "refund_request" in data) onRequested();
    else onClose();
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrongAmount) void send.run();
      }}
    >
      <DraftOffer draft={draft} />
      <AmountField
        label={t("refunds.amount")}
        required
        value={values.amount}
        error={wrongAmount}
        note={t("refunds.amount_hint", { max: formatAmount(refundable) })}
        onChange={(typed) => change({ amount: typed })}
      />
      <RadioGroup
        legend={t("refunds.way")}
        name="refund-way"
        value={gateway !== null && values.byGateway ? "gateway" : "hand"}
        onChange={(value) => change({ byGateway: value === "gateway" })}
        choices={[
          {
            value: "gateway",
            label:
              gateway === null ? t("refunds.no_gateway") : t("refunds.by_gateway", { method: paymentText(t, order) }),
            note: t("refunds.gateway_note"),
            disabled: gateway === null,
          },
          { value: "hand", label: t("refunds.by_hand"), note: t("refunds.hand_note") },
        ]}
      />
      <TextAreaField
        label={t("order.reason")}
        required
        maxLength={1_000}
        value={values.reason}
        error={send.error?.fields.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      {isAboveLimit && <p className="text-sm">{t("refunds.above_limit", { limit: formatAmount(limit) })}</p>}
      {!makes && <p className="text-sm text-taupe">{t("refunds.is_request")}</p>}
      <OrderFailure order={order} action={send} />
      <ServerButton type="submit" wide busy={send.busy}>
        {t(makes ? "refunds.refund" : "refunds.request", { amount: formatAmount(amount ?? dong(0)) })}
      </ServerButton>
    </form>
  );
}

interface RefundSheetProps {
  order: WooOrder;
  /** the order's version, as it is shown */
  etag: string | null;
  /** the refund that failed at the gateway, and is made by hand */
  failed?: FailedRefund | null;
  onClose: () => void;
}

/** Refunds a part of an order, or all of it. Above the limit of the role it becomes a request to the owners. */
export function RefundSheet({ order, etag, failed = null, onClose }: RefundSheetProps) {
  const t = useTexts();
  const [requested, setRequested] = useState(false);
  const query = useApi("GET bo/orders/{id}/effects", { path: { id: order.id }, query: { to: "refunded" } });
  return (
    <Sheet title={t("refunds.sheet", { number: order.number })} onClose={onClose}>
      {requested ? (
        <div className="space-y-4">
          <Alert tone="success">{t("refunds.sent")}</Alert>
          <Button wide onClick={onClose}>
            {t("actions.close")}
          </Button>
        </div>
      ) : (
        <Loaded query={query}>
          {({ refundable, gateway, refund_limit: limit }) =>
            refundable > 0 ? (
              <RefundForm
                order={order}
                etag={etag}
                failed={failed}
                refundable={refundable}
                gateway={gateway}
                limit={limit}
                onRequested={() => setRequested(true)}
                onClose={onClose}
              />
            ) : (
              <p className="text-sm text-taupe">{t("refunds.nothing")}</p>
            )
          }
        </Loaded>
      )}
    </Sheet>
  );
}
