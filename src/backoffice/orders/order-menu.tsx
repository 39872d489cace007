import { type ReactNode, useState } from "react";
import { allowsAction, allowsNewPromise } from "#contract/backoffice/allowed-actions.ts";
import type { Permission } from "#contract/permissions.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { LogLink } from "#backoffice/log/log-link.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RefundSheet } from "#backoffice/refunds/refund-sheet.tsx";
import { CancelSheet, HoldSheet } from "./cancel-sheet.tsx";
import { EmailSheet } from "./email-sheet.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { PromiseSheet } from "./promise-sheet.tsx";
import { StatusSheet } from "./status-sheet.tsx";

const entries = ["print", "emails", "promise", "hold", "refund", "cancel", "set_status"] as const;
export type OrderMenuEntry = (typeof entries)[number];

/** Why an entry cannot be chosen for this order; null: it can. An entry that the role can never choose is missing. */
type AllowedEntries = Partial<Record<OrderMenuEntry, string | null>>;

function useAllowed({ lianne, status }: WooOrder): AllowedEntries {
  const t = useTexts();
  const { permissions } = useSession();
  const state = lianne && { stage: lianne.stage, status };
  const ofStage = (action: "hold" | "cancel"): string | null => {
    if (state && allowsAction(action, state)) return null;
    if (status === "on-hold" && action === "hold") return t("order_more.is_held");
    const name = state ? t(`order_stages.${state.stage}`) : t(`order_statuses.${status}`);
    return t("order_more.not_in_stage", { stage: name });
  };
  const refund = (lianne?.money.refundable ?? 0) > 0 ? null : t("order_more.nothing_paid");
  const promise = lianne?.promise
    ? allowsNewPromise(status)
      ? null
      : t("order_more.not_in_stage", { stage: t(`order_stages.${lianne.stage}`) })
    : t("order_more.nothing_promised");
  const entriesOf: [OrderMenuEntry, Permission, string | null][] = [
    ["print", permissions.includes("pack") ? "pack" : "orders.view", null],
    ["emails", "orders.confirm", null],
    ["promise", "orders.edit", promise],
    ["hold", "orders.confirm", ofStage("hold")],
    ["refund", "refunds.request", refund],
    ["cancel", "orders.cancel", ofStage("cancel")],
    ["set_status", "orders.cancel", null],
  ];
  return Object.fromEntries(
    entriesOf.flatMap(([entry, permission, reason]) => (permissions.includes(permission) ? [[entry, reason]] : [])),
  );
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
      return <EmailSheet order={order} etag={etag} onClose={onClose} />;
    case "promise":
      return <PromiseSheet order={order} etag={etag} onClose={onClose} />;
    case "hold":
      return <HoldSheet order={order} etag={etag} onClose={onClose} />;
    case "refund":
      return <RefundSheet order={order} etag={etag} onClose={onClose} />;
    case "cancel":
      return <CancelSheet order={order} etag={etag} onClose={onClose} />;
    case "set_status":
      return <StatusSheet order={order} etag={etag} onClose={onClose} />;
  }
}

interface OrderMenuProps {
  /** undefined while it is loaded: the button has its place from the start */
  order: WooOrder | undefined;
  onChoose: (entry: OrderMenuEntry) => void;
}

/** The menu "More…" of an order. */
export function OrderMenu({ order, onChoose }: OrderMenuProps) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-haspopup="dialog"
        disabled={!order}
        onClick={() => setOpen(true)}
        className="min-h-12"
      >
        {t("order_more.title")}
      </Button>
      {open && order && (
        <Sheet title={t("order_more.title")} onClose={() => setOpen(false)}>
          <Entries
            order={order}
            onChoose={(entry) => {
              setOpen(false);
              onChoose(entry);
            }}
          />
        </Sheet>
      )}
    </>
  );
}

function Entries({ order, onChoose }: OrderMenuProps & { order: WooOrder }) {
  const t = useTexts();
  const allowed = useAllowed(order);
  return (
    <div className="space-y-2">
      {entries.map((entry) => {
        const reason = allowed[entry];
        if (reason === undefined) return null;
        return (
          <Button key={entry} look="secondary" wide disabled={reason !== null} onClick={() => onChoose(entry)}>
            {[t(`order_more.${entry}`), reason].filter(Boolean).join(" · ")}
          </Button>
        );
      })}
      <LogLink record={`order:${order.id}`} />
    </div>
  );
}
