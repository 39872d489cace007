import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { formatDayRange } from "#contract/calendar-days.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import type { Action } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { currentLanguage, type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { addressOf, customerName, phoneOf } from "./order-contact.ts";
import { refreshOrder } from "./use-order.ts";

const promisedOf = ({ lianne }: WooOrder): string =>
  lianne?.promise ? formatDayRange(currentLanguage(), lianne.promise.from, lianne.promise.by) : "";

/** What is compared: a label, and the value. */
type ComparedFields = [label: string, value: string][];

const fieldsOf = (t: TextOf, order: WooOrder): ComparedFields => [
  [t("order.status"), t(`order_statuses.${order.status}`)],
  [t("order.total"), formatAmount(Number(order.total))],
  [t("order.items"), order.line_items.map(({ quantity, name }) => `${quantity} × ${name}`).join("; ")],
  [t("order.customer"), [customerName(order), phoneOf(order)].filter(Boolean).join(" · ")],
  [t("order.address"), addressOf(order)],
  [t("order_promise.label"), promisedOf(order)],
  [t("order.customer_note"), order.customer_note],
];

const unitsText = (t: TextOf, units: number): string => t("order.units", { count: units });

/** As in a row of the list. */
const customerText = ({ last_name, first_name, phone }: WooOrder["billing"]): string =>
  [[last_name, first_name].filter(Boolean).join(" "), phone].filter(Boolean).join(" · ");

/** What a row of the list shows of an order. */
const fieldsOfRow = (t: TextOf, { status, total, items, customer, province }: OrderRow): ComparedFields => [
  [t("order.status"), t(`order_statuses.${status as WooOrder["status"]}`)],
  [t("order.total"), formatAmount(total)],
  [t("order.items"), unitsText(t, items.quantity)],
  [t("order.customer"), [customer.name, customer.phone].filter(Boolean).join(" · ")],
  [t("order.address"), province],
];

/** The same of an order as it is now. */
const rowFieldsOf = (t: TextOf, order: WooOrder): ComparedFields => [
  [t("order.status"), t(`order_statuses.${order.status}`)],
  [t("order.total"), formatAmount(Number(order.total))],
  [
    t("order.items"),
    unitsText(
      t,
      order.line_items.reduce((sum, { quantity }) => sum + quantity, 0),
    ),
  ],
  [t("order.customer"), customerText(order.billing)],
  [t("order.address"), order.shipping.city],
];

type FailedAction = Pick<Action<never, unknown>, "error" | "reset">;

interface OrderFailureProps {
  /** as it was loaded */
  order: WooOrder;
  action: FailedAction;
}

/** Why an action on an order failed; if the order changed since it was loaded, both versions. */
export function OrderFailure({ order, action: { error, reset } }: OrderFailureProps) {
  const t = useTexts();
  if (error?.status !== 412) return <Failure error={error} />;
  // the endpoints of `wc/v3` return it without what the back office derives
  const current = { lianne: order.lianne, ...(error.current as WooOrder) };
  return <ConflictSheet loaded={fieldsOf(t, order)} current={fieldsOf(t, current)} onClose={reset} />;
}

interface RowFailureProps {
  /** as the list had loaded it; null before the first action */
  row: OrderRow | null;
  action: FailedAction;
}

/** As {@link OrderFailure}, of an action in the list. */
export function RowFailure({ row, action: { error, reset } }: RowFailureProps) {
  const t = useTexts();
  if (error?.status !== 412 || !row) return <Failure error={error} />;
  const current = error.current as WooOrder;
  const [loaded, now] = [fieldsOfRow(t, row), rowFieldsOf(t, current)];
  const isShown = loaded.some(([, value], index) => value !== now[index]?.[1]);
  return (
    <ConflictSheet
      loaded={loaded}
      current={now}
      // the list shows a part of an order
      note={
        isShown ? undefined : (
          <>
            {t("order.conflict_elsewhere")}{" "}
            <Link to={`/orders/${row.id}`} className="text-link inline-flex min-h-12 items-center lg:min-h-8">
              {t("orders.open")}
            </Link>
          </>
        )
      }
      onClose={reset}
    />
  );
}

interface OrderConflictProps {
  loaded: ComparedFields;
  current: ComparedFields;
  note?: ReactNode;
  onClose: () => void;
}

/** Shows the order as it was loaded next to the order as it is now, field by field. */
function ConflictSheet({ loaded, current, note, onClose }: OrderConflictProps) {
  const t = useTexts();
  const close = () => {
    onClose();
    void refreshOrder();
  };
  return (
    <Sheet title={t("order.conflict")} onClose={close}>
      <p className="mb-3 text-sm text-taupe">{t("order.conflict_text")}</p>
      {note && <p className="mb-3 text-sm">{note}</p>}
      <table className="mb-4 w-full text-left text-sm">
        <thead className="text-xs text-taupe">
          <tr>
            <th className="py-1 pr-2 font-normal">{t("order.field")}</th>
            <th className="py-1 pr-2 font-normal">{t("order.you_saw")}</th>
            <th className="py-1 font-normal">{t("order.now")}</th>
          </tr>
        </thead>
        <tbody>
          {loaded.map(([label, before], index) => {
            const after = current[index]?.[1] ?? "";
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
