import { type ComponentType, useState } from "react";
import { formatDate } from "#contract/dates.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { EmailLink } from "#web/i18n/email-link.tsx";
import { PhoneLink } from "#web/i18n/phone-link.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closeOverlay, useOverlay } from "#web/navigation/overlay.ts";
import { isOpen } from "./order-labels.ts";
import type { OwnDialogProps } from "./use-own-change.ts";

interface DialogActionProps {
  order: OrderRecord;
  link?: string | undefined;
  label: string;
  load: () => Promise<{ default: ComponentType<OwnDialogProps> }>;
}

/** A button with its dialog, which is loaded when it is first opened. */
function DialogAction({ order, link, label, load }: DialogActionProps) {
  const t = useTexts();
  const { open, show } = useOverlay();
  const [wanted, setWanted] = useState(false);
  const Dialog = useLazyComponent(load, wanted, () => {
    setWanted(false);
    void closeOverlay();
    toast("error", t("errors.network"));
  });
  return (
    <>
      <Button
        look="secondary"
        size="small"
        busy={wanted && !Dialog}
        aria-describedby={`order-${order.order_id}`}
        onClick={() => {
          setWanted(true);
          show();
        }}
      >
        {label}
      </Button>
      {Dialog && <Dialog order={order} link={link} open={open} onClose={() => void closeOverlay()} />}
    </>
  );
}

interface ActionsProps {
  order: OrderRecord;
  /** token of the link behind which the order is */
  link?: string | undefined;
}

/** What the server allows for an order now; the browser decides nothing. */
function Actions({ order, link }: ActionsProps) {
  const t = useTexts();
  const { actions } = order.self_service;
  const cancels = actions.some((action) => ["cancel", "request_cancel", "cancel_and_refund"].includes(action));
  return (
    <>
      {actions.includes("change_recipient") && (
        <DialogAction
          order={order}
          link={link}
          label={t("self_service.change_recipient")}
          load={() => import("./change-recipient-dialog.tsx")}
        />
      )}
      {actions.includes("change_address") && (
        <DialogAction
          order={order}
          link={link}
          label={t("self_service.change_address")}
          load={() => import("./change-address-dialog.tsx")}
        />
      )}
      {actions.includes("change_option") && (
        <DialogAction
          order={order}
          link={link}
          label={t("self_service.change_option")}
          load={() => import("./change-option-dialog.tsx")}
        />
      )}
      {actions.includes("pay_other_way") && (
        <DialogAction
          order={order}
          label={t("self_service.pay_other_way")}
          load={() => import("./payment-method-dialog.tsx")}
        />
      )}
      {cancels && (
        <DialogAction
          order={order}
          link={link}
          label={t("self_service.cancel")}
          load={() => import("./cancel-order-dialog.tsx")}
        />
      )}
      {actions.includes("resend_email") && <ResendEmail order={order} />}
    </>
  );
}

/** Sends the last email about the order again; the outcome is a toast. */
function ResendEmail({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const result = await getApiClient().resendOrderEmail(order.order_id);
    setBusy(false);
    if (result.ok) toast("success", t("self_service.resent", { number: order.order_number }));
    else toast("error", problemMessage(t, result));
  };
  return (
    <Button look="quiet" busy={busy} aria-describedby={`order-${order.order_id}`} onClick={() => void send()}>
      {t("self_service.resend")}
    </Button>
  );
}

function Notice({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const { locked, cancel_requested_at: requested } = order.self_service;
  if (requested)
    return <p className="w-full text-sm">{t("self_service.cancel_waits", { time: formatDate(requested) })}</p>;
  return <p className="py-1">{t(locked ? "self_service.locked" : "orders.change_order")}</p>;
}

/** What the customer can do with an order, and while it has not been shipped the contact for everything else. */
export function OrderActions({ order, link }: ActionsProps) {
  const t = useTexts();
  const isBeforeShipment = isOpen(order) && (order.parcel === null || order.parcel.status === "waiting");
  if (!isBeforeShipment && order.self_service.actions.length === 0) return null;
  const contact = "text-link tabular inline-flex min-h-11 items-center lg:min-h-8";
  return (
    <footer className="space-y-2 border-t border-line px-5 py-3 text-xs text-taupe">
      <div className="flex flex-wrap gap-3 empty:hidden">
        <Actions order={order} link={link} />
      </div>
      {isBeforeShipment && (
        <div className="flex flex-wrap items-center gap-x-4">
          <Notice order={order} />
          <PhoneLink className={contact} />
          <EmailLink subject={t("orders.number", { number: order.order_number })} className={contact} />
        </div>
      )}
    </footer>
  );
}
