import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { formatDayRange } from "#contract/calendar-days.ts";
import { recipientDigits } from "#contract/person-validation.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { dong } from "#contract/money.ts";
import type { Action } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { formatAmount, formatPhone } from "#backoffice/i18n/formats.ts";
import { currentLanguage, type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { type ComparedFields, ComparedVersions } from "#backoffice/versions/compared-versions.tsx";
import { addressOf, customerName } from "./order-contact.ts";
import { refreshOrder } from "./use-order.ts";

const promisedOf = ({ lianne }: WooOrder): string =>
  lianne?.promise ? formatDayRange(currentLanguage(), lianne.promise.from, lianne.promise.by) : "";

const fullName = ({ last_name, first_name }: Pick<WooOrder["billing"], "last_name" | "first_name">): string =>
  [last_name, first_name].filter(Boolean).join(" ");

/** @param phone in any notation; "" without one */
const customerText = (name: string, phone: string): string =>
  [name, phone && formatPhone(phone)].filter(Boolean).join(" · ");

const fieldsOf = (t: TextOf, order: WooOrder): ComparedFields => [
  [t("order.status"), t(`order_statuses.${order.status}`)],
  [t("order.total"), formatAmount(dong(Number(order.total)))],
  [t("order.items"), order.line_items.map(({ quantity, name }) => `${quantity} × ${name}`).join("; ")],
  [t("order.customer"), customerText(customerName(order), recipientDigits(order))],
  [t("order.address"), addressOf(order)],
  [t("order_promise.label"), promisedOf(order)],
  [t("order.customer_note"), order.customer_note],
];

const unitsText = (t: TextOf, units: number): string => t("order.units", { count: units });

/** What a row of the list shows of an order. */
const fieldsOfRow = (t: TextOf, { status, total, items, customer, province }: OrderRow): ComparedFields => [
  [t("order.status"), t(`order_statuses.${status as WooOrder["status"]}`)],
  [t("order.total"), formatAmount(total)],
  [t("order.items"), unitsText(t, items.quantity)],
  [t("order.customer"), customerText(customer.name, customer.phone)],
  [t("order.address"), province],
];

/** The same of an order as it is now. */
const rowFieldsOf = (t: TextOf, order: WooOrder): ComparedFields => [
  [t("order.status"), t(`order_statuses.${order.status}`)],
  [t("order.total"), formatAmount(dong(Number(order.total)))],
  [
    t("order.items"),
    unitsText(
      t,
      order.line_items.reduce((sum, { quantity }) => sum + quantity, 0),
    ),
  ],
  [t("order.customer"), customerText(fullName(order.billing), order.billing.phone)],
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
      note={isShown ? undefined : <Elsewhere id={row.id} />}
      onClose={reset}
    />
  );
}

interface ParcelFailureProps {
  /** as it was shown when the action began: it is read again meanwhile */
  parcel: ParcelEntry;
  action: FailedAction;
}

/** As {@link OrderFailure}, of an action with a parcel that changes its order, and reads the parcel again itself. */
export function ParcelFailure({ parcel, action: { error, reset } }: ParcelFailureProps) {
  const t = useTexts();
  if (error?.status !== 412) return <Failure error={error} />;
  const current = error.current as WooOrder;
  const { order_id, order_status, recipient } = parcel;
  const compared = (status: string, customer: string, city: string): ComparedFields => [
    [t("order.status"), t(`order_statuses.${status as WooOrder["status"]}`)],
    [t("order.customer"), customer],
    [t("order.address"), city],
  ];
  const { billing, shipping } = current;
  const loaded = compared(order_status, customerText(recipient.name, recipient.phone), recipient.province);
  const now = compared(
    current.status,
    customerText(fullName(shipping), shipping.phone || billing.phone),
    shipping.city,
  );
  return (
    <ComparedVersions
      title={t("order.conflict")}
      loaded={loaded}
      current={now}
      note={loaded.some(([, value], index) => value !== now[index]?.[1]) ? undefined : <Elsewhere id={order_id} />}
      onClose={reset}
    />
  );
}

/** The change is in a part of the order that is not shown here. */
function Elsewhere({ id }: { id: number }) {
  const t = useTexts();
  return (
    <>
      {t("order.conflict_elsewhere")}{" "}
      <Link to={`/orders/${id}`} className="text-link inline-flex min-h-12 items-center lg:min-h-8">
        {t("orders.open")}
      </Link>
    </>
  );
}

interface OrderConflictProps {
  loaded: ComparedFields;
  current: ComparedFields;
  note?: ReactNode;
  onClose: () => void;
}

/** Both versions of an order; its screen and the lists are read again when it is closed. */
function ConflictSheet({ onClose, ...compared }: OrderConflictProps) {
  const t = useTexts();
  const close = () => {
    onClose();
    void refreshOrder();
  };
  return <ComparedVersions title={t("order.conflict")} {...compared} onClose={close} />;
}
