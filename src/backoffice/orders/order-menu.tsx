import { type ReactNode, useState } from "react";
import { allowsAction, allowsNewPromise } from "#contract/backoffice/allowed-actions.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RefundSheet } from "#backoffice/refunds/refund-sheet.tsx";
import { CancelSheet, HoldSheet } from "./cancel-sheet.tsx";
import { EmailSheet } from "./email-sheet.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { PromiseSheet } from "./promise-sheet.tsx";
import { StatusSheet } from "./status-sheet.tsx";

const entries = ["print", "emails", "promise", "hold", "refund", "cancel", "set_status"] as const;
export type OrderMenuEntry = (typeof entries)[number];

/** What the role can do with the order now; the other entries are disabled, with the reason. */
function useAllowed({ lianne, status }: WooOrder): Record<OrderMenuEntry, "yes" | "never" | "not_now"> {
  const { permissions } = useSession();
  const may = (permission: string, now: boolean) =>
    permissions.includes(permission) ? (now ? "yes" : "not_now") : "never";
  const state = lianne && { stage: lianne.stage, status };
  return {
    print: may("pack", true) === "yes" ? "yes" : may("orders.view", true),
    emails: may("orders.confirm", true),
    promise: may("orders.edit", Boolean(lianne?.promise) && allowsNewPromise(status)),
    hold: may("orders.confirm", state !== undefined && allowsAction("hold", state)),
    refund: may("refunds.request", (lianne?.money.refundable ?? 0) > 0),
    cancel: may("orders.cancel", state !== undefined && allowsAction("cancel", state)),
    set_status: may("orders.cancel", true),
  };
}

interface OpenEntryProps {
  order: WooOrder;
  etag: string | null;
  entry: OrderMenuEntry;
  onClose: () => void;
}

/** The sheet of one entry. */
export function OrderSheet({ order, etag, entry, onClose }: OpenEntryProps): ReactNode {
  switch (entry) {
    case "print":
      return <PrintSheet ids={[order.id]} onClose={onClose} />;
    case "emails":
      return <EmailSheet order={order} onClose={onClose} />;
    case "promise":
      return <PromiseSheet order={order} etag={etag} onClose={onClose} />;
    case "hold":
      return <HoldSheet order={order} etag={etag} onClose={onClose} />;
    case "refund":
      return <RefundSheet order={order} onClose={onClose} />;
    case "cancel":
      return <CancelSheet order={order} etag={etag} onClose={onClose} />;
    case "set_status":
      return <StatusSheet order={order} etag={etag} onClose={onClose} />;
  }
}

/** The menu "More…" of an order. */
export function OrderMenu({ order, onChoose }: { order: WooOrder; onChoose: (entry: OrderMenuEntry) => void }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const allowed = useAllowed(order);
  return (
    <>
      <Button look="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)} className="min-h-12">
        {t("order_more.title")}
      </Button>
      {open && (
        <Sheet title={t("order_more.title")} onClose={() => setOpen(false)}>
          <div className="space-y-2">
            {entries
              .filter((entry) => allowed[entry] !== "never")
              .map((entry) => (
                <Button
                  key={entry}
                  look="secondary"
                  wide
                  disabled={allowed[entry] === "not_now"}
                  onClick={() => {
                    setOpen(false);
                    onChoose(entry);
                  }}
                >
                  {t(`order_more.${entry}`)}
                  {allowed[entry] === "not_now" && ` · ${t("order_more.not_now")}`}
                </Button>
              ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
