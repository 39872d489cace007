import { formatDayRange } from "#contract/calendar-days.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import type { CallError } from "#backoffice/api/call-error.ts";
import type { Action } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { currentLanguage, type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { addressOf, customerName, phoneOf } from "./order-contact.ts";
import { refreshOrder } from "./use-order.ts";

const promisedOf = ({ lianne }: WooOrder): string =>
  lianne?.promise ? formatDayRange(currentLanguage(), lianne.promise.from, lianne.promise.by) : "";

const rowsOf = (t: TextOf, order: WooOrder): [label: string, value: string][] => [
  [t("order.status"), t(`order_statuses.${order.status}`)],
  [t("order.total"), formatAmount(Number(order.total))],
  [t("order.items"), order.line_items.map(({ quantity, name }) => `${quantity} × ${name}`).join("; ")],
  [t("order.customer"), [customerName(order), phoneOf(order)].filter(Boolean).join(" · ")],
  [t("order.address"), addressOf(order)],
  [t("order_promise.label"), promisedOf(order)],
  [t("order.customer_note"), order.customer_note],
];

interface OrderFailureProps {
  /** as it was loaded */
  order: WooOrder;
  action: Pick<Action<never, unknown>, "error" | "reset">;
}

/** Why an action on an order failed; if the order changed since it was loaded, both versions. */
export function OrderFailure({ order, action: { error, reset } }: OrderFailureProps) {
  return error?.status === 412 ? (
    <ConflictSheet loaded={order} error={error} onClose={reset} />
  ) : (
    <Failure error={error} />
  );
}

/** Shows the order as it was loaded next to the order as it is now, field by field. */
function ConflictSheet({ loaded, error, onClose }: { loaded: WooOrder; error: CallError; onClose: () => void }) {
  const t = useTexts();
  const current = error.current as WooOrder;
  const now = rowsOf(t, current);
  const close = () => {
    onClose();
    void refreshOrder();
  };
  return (
    <Sheet title={t("order.conflict")} onClose={close}>
      <p className="mb-3 text-sm text-taupe">{t("order.conflict_text")}</p>
      <table className="mb-4 w-full text-left text-sm">
        <thead className="text-xs text-taupe">
          <tr>
            <th className="py-1 pr-2 font-normal">{t("order.field")}</th>
            <th className="py-1 pr-2 font-normal">{t("order.you_saw")}</th>
            <th className="py-1 font-normal">{t("order.now")}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(t, loaded).map(([label, before], index) => {
            const after = now[index]?.[1] ?? "";
            return (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="py-2 pr-2 font-medium">
                  {label} {before !== after && <Badge tone="warning">{t("order.changed")}</Badge>}
                </th>
                <td className="py-2 pr-2 break-words">{before || "–"}</td>
                <td className="py-2 break-words">{after || "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Button wide onClick={close}>
        {t("order.use_current")}
      </Button>
    </Sheet>
  );
}
