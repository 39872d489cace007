import { formatTime } from "#contract/dates.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import type { OtherPayment, SelfServiceState } from "#contract/self-service.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useOwnChange } from "./use-own-change.ts";

type PendingChangeRecord = NonNullable<OrderRecord["self_service"]["change"]>;

/** A change that waits for its payment: pays or discards it. */
function Waiting({ order, change }: { order: OrderRecord; change: PendingChangeRecord }) {
  const t = useTexts();
  const amount = usePrice()(change.amount);
  const pay = useOwnChange<OtherPayment>();
  const discard = useOwnChange<SelfServiceState>();
  const { order_id: id, order_number: number } = order;
  const failure = pay.failure ?? discard.failure;
  return (
    <div className="space-y-3">
      <p>{t("self_service.change_waits", { amount, time: change.until ? formatTime(change.until) : "" })}</p>
      {failure && <Alert>{failure.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          busy={pay.busy}
          aria-describedby={`order-${id}`}
          onClick={() =>
            void pay.send(
              () => getApiClient().payChange(id),
              ({ payment_url: url }) => url && location.assign(url),
            )
          }
        >
          {t("self_service.change_pay", { amount })}
        </Button>
        <Button
          look="secondary"
          size="small"
          busy={discard.busy}
          aria-describedby={`order-${id}`}
          onClick={() =>
            void discard.send(
              () => getApiClient().discardChange(id, { version: order.self_service.version }),
              () => toast("success", t("self_service.change_discarded", { number })),
            )
          }
        >
          {t("self_service.change_discard")}
        </Button>
      </div>
    </div>
  );
}

/** What became of a change that was not applied at once. */
export function PendingChange({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const price = usePrice();
  const { change } = order.self_service;
  if (!change) return null;
  return (
    <div role="status" className="border-b border-line bg-ivory px-5 py-4 text-sm">
      {change.state === "waiting" && <Waiting order={order} change={change} />}
      {change.state === "due" && <p>{t("self_service.change_due")}</p>}
      {change.state === "refused" && (
        <p>
          {t(`self_service.refused_${change.refused ?? "changed"}`)}
          {change.amount > 0 && ` ${t("self_service.refused_money", { amount: price(change.amount) })}`}
        </p>
      )}
    </div>
  );
}
