import { type FormEvent, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { OrderStatus } from "#contract/order.ts";
import { formatDong } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { maxSelfCancelNote, type SelfCancelReason, selfCancelReasons } from "#contract/self-service-rules.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { Dialog } from "#design/dialog.tsx";
import { TextAreaField } from "#design/field.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type OwnDialogProps, useOwnChange } from "./use-own-change.ts";

/** What happens: stated before it does. */
function Effect({ order: { self_service, payment } }: { order: OrderRecord }) {
  const t = useTexts();
  const amount = formatDong(payment.refundable);
  if (self_service.actions.includes("request_cancel"))
    return <p>{t("self_service.cancel_request_text", { amount })}</p>;
  if (self_service.actions.includes("cancel_and_refund"))
    return <p>{t("self_service.cancel_refund_text", { amount })}</p>;
  if (payment.deposit?.state === "paid")
    return (
      <p>
        {t("self_service.cancel_text")}{" "}
        {t("self_service.deposit_returned", { amount: formatDong(payment.deposit.amount) })}
      </p>
    );
  return (
    <p>
      {t("self_service.cancel_text")}{" "}
      {t(isCashMethod(payment.method) ? "self_service.nothing_due" : "self_service.nothing_charged")}
    </p>
  );
}

/** Cancels the order of an account, or that behind a link. @returns its status then */
async function cancel(
  order_id: number,
  token: string | undefined,
  body: Parameters<ReturnType<typeof getApiClient>["cancelOwnOrder"]>[1],
): Promise<StoreResult<OrderStatus>> {
  if (token === undefined) {
    const result = await getApiClient().cancelOwnOrder(order_id, body);
    return result.ok ? { ...result, data: result.data.status } : result;
  }
  const result = await getApiClient().call("POST /wp-json/lianne-orders/v1/cancel", {
    body: { ...body, order_id, token },
  });
  return result.ok ? { ...result, data: result.data.order.status } : result;
}

/** Confirms the cancellation of an order, with one optional question. */
export default function CancelOrderDialog({ order, link, open, onClose }: OwnDialogProps) {
  const t = useTexts();
  const change = useOwnChange(link);
  const [reason, setReason] = useState<SelfCancelReason | null>(null);
  const [note, setNote] = useState("");
  const requests = order.self_service.actions.includes("request_cancel");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { version } = order.self_service;
    const body = { version, note: reason === "other" ? note : "", ...(reason && { reason }) };
    void change.send(
      () => cancel(order.order_id, link, body),
      (status) => {
        onClose();
        const isRequest = status !== "cancelled" && status !== "refunded";
        toast(
          "success",
          t(isRequest ? "self_service.cancel_sent" : "self_service.cancelled", { number: order.order_number }),
        );
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("self_service.cancel_title", { number: order.order_number })}
      closeLabel={t("common.close")}
    >
      <form onSubmit={submit} className="space-y-5 text-sm">
        <Effect order={order} />
        {change.failure && <Alert>{change.failure.message}</Alert>}
        <RadioGroup
          legend={t("self_service.cancel_why")}
          name={`cancel-reason-${order.order_id}`}
          value={reason ?? ""}
          onChange={(value) => setReason(selfCancelReasons.find((one) => one === value) ?? null)}
          choices={selfCancelReasons.map((value) => ({ value, label: t(`self_cancel_reasons.${value}`) }))}
        />
        {reason === "other" && (
          <TextAreaField
            label={t("self_service.cancel_note")}
            optional={t("common.optional")}
            maxLength={maxSelfCancelNote}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={change.failure?.fields.note}
          />
        )}
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" wide busy={change.busy}>
            {t(requests ? "self_service.cancel_request" : "self_service.cancel")}
          </Button>
          <Button look="secondary" wide onClick={onClose}>
            {t("self_service.keep")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
