import { paymentMethodName } from "#web/i18n/payment-methods.ts";
import type { ReactNode } from "react";
import { formatDayRange } from "#contract/calendar-days.ts";
import { formatDate, formatDeadline, formatMoment } from "#contract/dates.ts";
import { formatCharged, formatDong } from "#contract/money.ts";
import { bankPaymentPath, isCashMethod, isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { Badge } from "#design/badge.tsx";
import { Link } from "#design/link.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { usePrice } from "#web/i18n/price.ts";
import { ShippingCost } from "#web/i18n/shipping-cost.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { OrderConfirmation } from "./confirm-order.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderItems } from "./order-items.tsx";
import { isOpen, isInTransit, parcelLabel, parcelTone, paymentBadge, statusTone } from "./order-labels.ts";
import { OrderParcel } from "./order-parcel.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { AccountNeeded, PendingChange } from "./pending-change.tsx";
import { PayAgain } from "./pay-again.tsx";
import { useShownShipping } from "./use-shown-shipping.ts";

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "col-span-full" : undefined}>
      <dt className="text-xs text-taupe">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Delivery({ shipping, promise }: Pick<OrderRecord, "shipping" | "promise">) {
  const t = useTexts();
  const lang = useLanguage();
  const place = shipping.label;
  // virtual items alone
  if (!shipping.name && !place)
    return (
      <Fact wide label={t("order_info.delivery")}>
        {t("order_info.delivery_none")}
      </Fact>
    );
  return (
    <>
      <Fact label={t("orders.receiver")}>
        {shipping.name.toLocaleUpperCase("vi")}
        <br />
        <span className="tabular">{toLocalPhone(shipping.phone)}</span>
      </Fact>
      {shipping.method === "local_pickup" ? (
        <Fact wide label={t("order_info.delivery_in_person")}>
          {t("footer.address")}
          <span className="block text-xs text-taupe">{t("footer.hours")}</span>
        </Fact>
      ) : (
        <Fact wide label={t("orders.shipping_address")}>
          {place}
        </Fact>
      )}
      {promise && (
        <Fact wide label={t(shipping.method === "local_pickup" ? "orders.ready_from" : "orders.promised")}>
          <span className="tabular">{formatDayRange(lang, promise.from, promise.by)}</span>
        </Fact>
      )}
    </>
  );
}

function Sums({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const price = usePrice();
  const { cost, charged } = useShownShipping(order);
  const { subtotal, total_amount, charged_usd_cents: cents, deposit } = order.payment;
  const shipping = (
    <>
      {cost !== null && <ShippingCost cost={cost} subtotal={subtotal} />}
      {!charged && <span className="block text-xs text-taupe">{t("orders.shipping_not_charged")}</span>}
    </>
  );
  const rows = [
    { label: t("orders.subtotal"), value: price(subtotal) },
    { label: t("orders.shipping_cost"), value: shipping },
  ];
  // transferred and collected in đồng, in any page currency
  const deposits = deposit
    ? [
        {
          label: t(deposit.state === "paid" ? "orders.deposit_paid" : "orders.deposit"),
          value: formatDong(deposit.amount),
        },
        { label: t("orders.rest_at_door"), value: formatDong(deposit.rest) },
      ]
    : [];
  return (
    <dl className="mt-4 space-y-1 border-t border-line pt-4 text-sm">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="shrink-0 text-taupe">{label}</dt>
          <dd className="tabular text-right">{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 pt-1 text-base font-medium">
        <dt>{t("orders.total")}</dt>
        <dd className="tabular">{cents === null ? price(total_amount) : formatCharged(cents, total_amount)}</dd>
      </div>
      {deposits.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-taupe">{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When cash is due: the payment status "pending" alone could be read as overdue. */
function CashNote({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const { payment, shipping } = order;
  if (!isCashMethod(payment.method) || payment.status !== "pending" || !isOpen(order)) return null;
  // what is to be paid before is in the note about the deposit
  if (payment.deposit?.state === "waiting") return null;
  const { deposit } = payment;
  const atShop = shipping.method === "local_pickup";
  // cash is paid in đồng, in any page currency
  const text = deposit
    ? t(atShop ? "orders.rest_shop" : "orders.rest_courier", {
        ...{ deposit: formatDong(deposit.amount), rest: formatDong(deposit.rest) },
      })
    : t(atShop ? "orders.cash_shop" : "orders.cash_courier", { amount: formatDong(payment.total_amount) });
  return <p className="w-full text-xs text-taupe">{text}</p>;
}

/** A deposit that the customer has not paid yet; on a page behind a link without the way to pay it, which an email has. */
function DepositNote({ order: { order_id: id, payment }, pays }: { order: OrderRecord; pays: boolean }) {
  const t = useTexts();
  const { deposit } = payment;
  if (deposit?.state !== "waiting") return null;
  return (
    <p className="w-full text-xs">
      {t("orders.deposit_until", {
        ...{ amount: formatDong(deposit.amount), rest: formatDong(deposit.rest) },
        time: formatMoment(deposit.until),
      })}{" "}
      {pays && (
        <Link to={bankPaymentPath(String(id))} className="flex min-h-11 w-fit items-center underline">
          {t("orders.pay_deposit")}
        </Link>
      )}
    </p>
  );
}

/** Payment received for an order under review: the status does not show it, and the money looks lost. */
function HeldMoneyNote({ order: { payment, status } }: { order: OrderRecord }) {
  const t = useTexts();
  if (status !== "on-hold" || !(payment.status === "paid" || isOnlineMethod(payment.method))) return null;
  return <p className="w-full text-xs text-taupe">{t("payment_result.on_hold_text")}</p>;
}

/** The payment deadline: after it the reserved stock is released. */
function HoldNote({ order: { payment } }: { order: OrderRecord }) {
  const t = useTexts();
  if (!payment.held_until || payment.status !== "pending") return null;
  return (
    <p className="tabular w-full text-xs text-taupe">
      {t("payment_result.held_until", { time: formatDeadline(payment.held_until, new Date()) })}
    </p>
  );
}

interface OrderCardProps {
  order: OrderRecord;
  /** replaces the way back to checkout for an order that is not paid */
  pay?: ReactNode;
  /** replaces the page on which an account for a refund is entered; "" for none */
  accountPath?: string;
  /** token of the link behind which it is */
  link?: string;
  /** behind a link: it belongs to an account */
  ofAccount?: boolean;
  /** loads the order again, once its page has stopped doing that by itself while a change is applied */
  onReload?: (() => void) | undefined;
}

/** One past order: status, items, address, amounts. */
export function OrderCard({ order, pay, accountPath, link, ofAccount = false, onReload }: OrderCardProps) {
  const t = useTexts();
  const { payment } = order;
  const paid = paymentBadge(payment);
  const pickup = order.shipping.method === "local_pickup";
  return (
    <article aria-labelledby={`order-${order.order_id}`} className="border border-line bg-white">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-4">
        <h2 id={`order-${order.order_id}`} className="tabular font-sans text-base font-medium">
          {t("orders.number", { number: order.order_number })}
        </h2>
        <time dateTime={order.order_date} className="tabular text-xs text-taupe">
          {formatDate(order.order_date)}
        </time>
        <span className="flex flex-wrap gap-2 sm:ml-auto">
          <Badge tone={statusTone(order.status)}>{t(`order_status.${order.status}`)}</Badge>
          {order.parcel && isInTransit(order) && (
            <Badge tone={parcelTone(order.parcel.status)}>{t(parcelLabel(order.parcel.status))}</Badge>
          )}
          {/* "refunded" is enough: "waiting for payment" next to it would only alarm */}
          {order.status !== "refunded" && <Badge tone={paid.tone}>{t(paid.text)}</Badge>}
        </span>
        <CashNote order={order} />
        <DepositNote order={order} pays={link === undefined} />
        <HoldNote order={order} />
        <HeldMoneyNote order={order} />
      </header>
      {order.confirmation && (
        <div className="border-b border-line px-5 py-4">
          <OrderConfirmation
            orderId={order.order_id}
            confirmation={order.confirmation}
            link={link}
            ofAccount={ofAccount}
          />
        </div>
      )}
      <PendingChange order={order} onReload={onReload} />
      <AccountNeeded order={order} path={accountPath ?? bankPaymentPath(order.order_id)} />
      {/* on a desktop the timeline is below the totals: next to them it is far taller than they are */}
      <div className="grid gap-x-10 gap-y-6 px-5 py-4 lg:grid-cols-[1fr_18rem] lg:grid-rows-[auto_1fr]">
        <div>
          <OrderItems order={order} />
          <Sums order={order} />
          {pay === undefined ? <PayAgain order={order} /> : pay}
        </div>
        <div className="space-y-6 lg:row-span-2">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm lg:grid-cols-1">
            <Fact label={t("orders.payment_method")}>
              {t(paymentMethodName(payment.method, pickup))}
              {payment.transaction_id && (
                <span className="block text-xs text-taupe">
                  {t("orders.transaction")}:{" "}
                  <span className="tabular inline-block break-all">{payment.transaction_id}</span>
                </span>
              )}
            </Fact>
            {/* the promised day of a parcel is shown with its steps */}
            <Delivery shipping={order.shipping} promise={order.parcel ? null : order.promise} />
            {order.customer_note && (
              <Fact wide label={t("order_info.comments")}>
                <span className="whitespace-pre-line break-words">{order.customer_note}</span>
              </Fact>
            )}
          </dl>
          {order.parcel && (
            <OrderParcel parcel={order.parcel} orderNumber={order.order_number} promise={order.promise} />
          )}
        </div>
        <OrderTimeline order={order} />
      </div>
      <OrderActions order={order} link={link} />
    </article>
  );
}
