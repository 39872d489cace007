import { useState } from "react";
import { formatMoment } from "#contract/dates.ts";
import { formatDong } from "#contract/money.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Link } from "#design/link.tsx";
import { toast } from "#design/toast.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useOwnChange } from "./use-own-change.ts";

type PendingChangeRecord = NonNullable<OrderRecord["self_service"]["change"]>;

/** Pays or discards a change that waits for its payment. */
function WaitingActions({ order, change }: { order: OrderRecord; change: PendingChangeRecord }) {
  const t = useTexts();
  const amount = usePrice()(change.amount);
  const { send, busy, failure } = useOwnChange();
  const [pressed, setPressed] = useState<"pay" | "discard" | null>(null);
  const { order_id: id, order_number: number, self_service } = order;
  const { actions, version } = self_service;
  const pay = () => {
    setPressed("pay");
    void send(
      () => getApiClient().payChange(id),
      ({ payment_url: url }) => url && location.assign(url),
    );
  };
  const discard = () => {
    setPressed("discard");
    void send(
      () => getApiClient().discardChange(id, { version }),
      () => toast("success", t("self_service.change_discarded", { number })),
    );
  };
  const button = { size: "small", "aria-describedby": `order-${id}` } as const;
  return (
    <>
      {failure && <Alert className="mt-3">{failure.message}</Alert>}
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {actions.includes("pay_change") && (
          <Button {...button} busy={busy && pressed === "pay"} onClick={pay}>
            {t("self_service.change_pay", { amount })}
          </Button>
        )}
        {actions.includes("discard_change") && (
          <Button {...button} look="secondary" busy={busy && pressed === "discard"} onClick={discard}>
            {t("self_service.change_discard")}
          </Button>
        )}
      </div>
    </>
  );
}

/** The text of a change that waits for its payment; of one that the order does not allow any more, why. */
function useWaitingText({ self_service: { actions, locked } }: OrderRecord) {
  const t = useTexts();
  return ({ until }: PendingChangeRecord, amount: string): string => {
    if (actions.includes("pay_change"))
      // it may be tomorrow
      return t("self_service.change_waits", {
        amount,
        time: until ? formatMoment(until) : "",
      });
    return t(locked ? "self_service.refused_packed" : "self_service.refused_changed");
  };
}

/** What is to be returned by bank transfer, until an account was entered for it on the page at `path`; nothing without one. */
export function AccountNeeded({ order: { self_service }, path }: { order: OrderRecord; path: string }) {
  const t = useTexts();
  if (self_service.account_needed === 0 || path === "") return null;
  return (
    <div className="border-b border-line bg-ivory px-5 py-4 text-sm">
      <p>{t("self_service.account_needed", { amount: formatDong(self_service.account_needed) })}</p>
      <Link to={path} className="flex min-h-11 w-fit items-center underline">
        {t("self_service.enter_account")}
      </Link>
    </div>
  );
}

interface PendingChangeProps {
  order: OrderRecord;
  /** loads the order again once its page has stopped doing that by itself; undefined before */
  onReload?: (() => void) | undefined;
}

/** What became of a change that was not applied at once. */
export function PendingChange({ order, onReload }: PendingChangeProps) {
  const t = useTexts();
  const price = usePrice();
  const waitingText = useWaitingText(order);
  const { change } = order.self_service;
  if (!change) return null;
  const { state, refused } = change;
  const amount = price(change.amount);
  return (
    <div className="border-b border-line bg-ivory px-5 py-4 text-sm">
      <p role="status">
        {state === "waiting" && waitingText(change, amount)}
        {state === "due" && t(onReload ? "self_service.change_slow" : "self_service.change_due")}
        {state === "refused" && t(`self_service.refused_${refused ?? "changed"}`)}
        {state === "refused" && change.amount > 0 && ` ${t("self_service.refused_money", { amount })}`}
      </p>
      {state === "waiting" && <WaitingActions order={order} change={change} />}
      {state === "due" && onReload && (
        <Button size="small" look="secondary" className="mt-3" onClick={onReload}>
          {t("self_service.change_reload")}
        </Button>
      )}
    </div>
  );
}
