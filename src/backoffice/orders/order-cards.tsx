import { recipientDigits } from "#contract/person-validation.ts";
import { allowsNewPromise } from "#contract/backoffice/allowed-actions.ts";
import { withUnits } from "#contract/free-gift.ts";
import type { WooLineItem, WooOrder } from "#contract/woo/order.ts";
import { dong, sum } from "#contract/money.ts";
import { Button, buttonClasses } from "#design/button.tsx";
import { Badge } from "#design/badge.tsx";
import { classes } from "#design/class-names.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { Card } from "#backoffice/components/page.tsx";
import type { OwnerOrder } from "#backoffice/api/offline/stored-reads.ts";
import { PhoneLink } from "#backoffice/components/phone-link.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderParcels } from "#backoffice/parcels/order-parcels.tsx";
import { addressOf, customerName, mapUrl, zaloUrl } from "#backoffice/order-record/order-contact.ts";
import { paymentText } from "#backoffice/order-record/payment-text.ts";
import { UnavailableMoney } from "./unavailable-money.tsx";
import { usePromisedDays } from "./promise-sheet.tsx";

const optionOf = ({ meta_data, variation_id }: WooLineItem): string =>
  variation_id === 0 ? "" : meta_data.map(({ display_value }) => display_value).join(" · ");

function LineRow({ line }: { line: WooLineItem }) {
  const t = useTexts();
  const option = optionOf(line);
  return (
    <li className="flex gap-3 py-3">
      {line.image.src ? (
        <img
          src={line.image.src}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="size-14 shrink-0 bg-sand object-cover"
        />
      ) : (
        <span className="size-14 shrink-0 bg-sand" />
      )}
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{line.parent_name ?? line.name}</span>
        {option && <span className="block">{option}</span>}
        <span className="block text-taupe">
          {[
            `× ${line.quantity}`,
            line.sku,
            line.gift && t("order.with_gift", { gift: withUnits(line.gift.name, line.gift.quantity) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span className="tabular shrink-0 text-sm">{formatAmount(dong(Number(line.total)))}</span>
    </li>
  );
}

/** The line items, with the gift message and the customer's note. */
export function LinesCard({ order }: { order: WooOrder }) {
  const t = useTexts();
  const gift = order.lianne?.gift;
  const note = gift?.message || order.customer_note;
  return (
    <Card title={t("order.items")} action={gift?.box ? <Badge>{t("order.gift_box")}</Badge> : undefined}>
      <ul className="-my-3 divide-y divide-line">
        {order.line_items.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </ul>
      {note && (
        <p className="mt-4 bg-sand p-3 text-sm wrap-anywhere whitespace-pre-line">
          <span className="block text-xs text-taupe">
            {t(gift?.box ? "order.gift_message" : "order.customer_note")}
          </span>
          {note}
        </p>
      )}
    </Card>
  );
}

const outside = { target: "_blank", rel: "noreferrer" } as const;

/** The customer, with call, message and map. */
export function CustomerCard({ order }: { order: WooOrder }) {
  const t = useTexts();
  const phone = recipientDigits(order);
  const address = addressOf(order);
  const link = buttonClasses("secondary", "small", false, "min-h-12 lg:min-h-10");
  return (
    <Card title={customerName(order) || t("order.customer")}>
      <div className="space-y-1 text-sm">
        <PhoneLink phone={phone} />
        {order.billing.email && <p className="break-all">{order.billing.email}</p>}
        {address && <p>{address}</p>}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {phone && (
          <>
            <a href={`tel:${phone}`} className={link}>
              {t("order.dial")}
            </a>
            <a href={zaloUrl(phone)} {...outside} className={link}>
              Zalo
            </a>
          </>
        )}
        {address && (
          <a href={mapUrl(address)} {...outside} className={link}>
            {t("order.map")}
          </a>
        )}
      </div>
    </Card>
  );
}

type OrderRefund = NonNullable<WooOrder["lianne"]>["money"]["refunds"][number];

function RefundRow({ refund: { amount, state, reason, at, is_overpayment } }: { refund: OrderRefund }) {
  const t = useTexts();
  const details = [is_overpayment ? t("order_money.overpayment") : reason, formatTime(t, at)];
  return (
    <div className="flex justify-between gap-4">
      <dt className={classes("min-w-0", state === "failed" ? "text-danger" : "text-taupe")}>
        {t(`order_money.refund_${state}`)}
        <span className="block text-xs break-words text-taupe">{details.filter(Boolean).join(" · ")}</span>
      </dt>
      <dd className={classes("shrink-0", (state === "settled" || state === "dismissed") && "line-through")}>
        −{formatAmount(amount)}
      </dd>
    </div>
  );
}

const totalOf = (lines: readonly { total: string }[]) => sum(lines.map(({ total }) => dong(Number(total))));

/** Amounts of the order, and what is paid, due and refunded. */
export function MoneyCard({ order }: { order: WooOrder }) {
  const t = useTexts();
  const rows = [
    [t("order_money.items_total"), totalOf(order.line_items)],
    ...order.shipping_lines.map(
      (line) => [[t("order.delivery"), line.method_title].filter(Boolean).join(" · "), totalOf([line])] as const,
    ),
    ...order.fee_lines.map((fee) => [fee.name, totalOf([fee])] as const),
  ] as const;
  const money = order.lianne?.money;
  // what the device has stored of an order may be older than these fields
  const { returned_on_confirmation: returned = dong(0), after_refunds: remaining } = money ?? {};
  const states = money
    ? ([
        ["paid", money.paid],
        ["returned_on_confirmation", returned],
        // the courier collects the total
        ["due", sum([money.due, returned])],
      ] as const)
    : [];
  return (
    <Card title={t("order.money")} text={paymentText(t, order)}>
      <dl className="tabular space-y-1.5 text-sm">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-taupe">{label}</dt>
            <dd>{formatAmount(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-medium">
          <dt>{t("order.total")}</dt>
          <dd>{formatAmount(dong(Number(order.total)))}</dd>
        </div>
        {states
          .filter(([, amount]) => amount > 0)
          .map(([name, amount]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-taupe">{t(`order_money.${name}`)}</dt>
              <dd>{formatAmount(amount)}</dd>
            </div>
          ))}
        {money?.refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
        {money && remaining !== undefined && remaining < money.paid && (
          <div className="flex justify-between gap-4 font-medium">
            <dt>{t("order_money.after_refunds")}</dt>
            <dd>{formatAmount(remaining)}</dd>
          </div>
        )}
      </dl>
      <UnavailableMoney order={order} />
    </Card>
  );
}

/** The promised days, and the button for another day. */
function Promised({ order, onChange }: { order: WooOrder; onChange: () => void }) {
  const t = useTexts();
  const { permissions } = useSession();
  const days = usePromisedDays(order);
  if (!days) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center justify-between gap-x-3 text-sm">
      <span className="tabular">{t("order_promise.days", { days })}</span>
      {permissions.includes("orders.edit") && allowsNewPromise(order.status) && (
        <Button look="quiet" className="-mr-2 min-h-12 px-2 lg:min-h-10" onClick={onChange}>
          {t("order_promise.title")}
        </Button>
      )}
    </p>
  );
}

interface DeliveryCardProps {
  order: WooOrder;
  etag: string | null;
  onPromise: () => void;
}

/** The promised days, packing, and the parcels with everything that can be done with them. */
export function DeliveryCard({ order, etag, onPromise }: DeliveryCardProps) {
  const t = useTexts();
  const packing = order.lianne?.packing;
  const packed =
    packing && packing.state !== "none"
      ? [t(`order_packing.${packing.state}`), packing.by, packing.at && formatTime(t, packing.at)]
          .filter(Boolean)
          .join(" · ")
      : null;
  return (
    <Card title={t("order.delivery")} text={order.shipping_lines[0]?.method_title}>
      <Promised order={order} onChange={onPromise} />
      {packed && <p className="mb-3 text-sm">{packed}</p>}
      <OrderParcels owner={ownerOf(order)} order={order} etag={etag} />
    </Card>
  );
}

/** For what is stored on the device with an order. */
export const ownerOf = ({ id, lianne }: WooOrder): OwnerOrder => ({
  id,
  inProgress: lianne !== undefined && lianne.stage !== "completed" && lianne.stage !== "closed",
});
