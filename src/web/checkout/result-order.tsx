import type { ReactNode } from "react";
import { formatDate } from "#contract/dates.ts";
import { withUnits } from "#contract/free-gift.ts";
import { dong, formatCharged, sum, type UsdCents } from "#contract/money.ts";
import { isChargedInUsd, isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { StoreOrder } from "#contract/order.ts";
import type { PaymentState } from "#contract/payment.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { paymentMethodName } from "#web/i18n/payment-methods.ts";
import { ProductThumb } from "#design/product-thumb.tsx";
import { usePrice, usePriceParts } from "#web/i18n/price.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { ShippingCost } from "#web/i18n/shipping-cost.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Whether the order is picked up at the shop. */
export const isPickup = (order: StoreOrder | null): boolean => order?.shipping_lines[0]?.method_id === "local_pickup";

/** The store uses absolute picture URLs; here they are made relative to this page's origin. */
const onThisSite = (src: string): string => URL.parse(src)?.pathname ?? src;

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 py-1.5">
      <dt className="shrink-0 text-taupe">{label}</dt>
      <dd className="tabular text-right text-balance">{children}</dd>
    </div>
  );
}

/** Date, method and the gateway's transaction number; also the amount if the order failed to load. */
function Facts({ state, order }: { state: PaymentState; order: StoreOrder | null }) {
  const t = useTexts();
  const price = usePrice();
  const { payment_status, order_status, payment_method, transaction_no, charged_usd_cents: cents } = state;
  const paid =
    payment_status === "completed" ||
    (payment_status === "pending" && order_status === "on-hold" && isOnlineMethod(payment_method));
  return (
    <dl className="text-sm">
      <Row label={t(paid ? "payment_result.payment_date" : "orders.date")}>{formatDate(state.payment_date)}</Row>
      <Row label={t("payment_result.method")}>{t(paymentMethodName(payment_method, isPickup(order)))}</Row>
      {transaction_no && <Row label={t("payment_result.transaction_no")}>{transaction_no}</Row>}
      {!order && (
        <Row label={t("payment_result.amount")}>
          {cents === null ? price(state.amount) : formatCharged(cents, state.amount)}
        </Row>
      )}
    </dl>
  );
}

function Lines({ order }: { order: StoreOrder }) {
  const t = useTexts();
  const parts = usePriceParts()(order.line_items.map(({ total }) => dong(Number(total))));
  return (
    <ul aria-label={t("orders.items")} className="flex flex-col gap-5">
      {order.line_items.map((line, index) => {
        const name = line.parent_name ?? line.name;
        const option = line.meta_data.map(({ display_value }) => display_value).join(", ");
        return (
          <li key={line.id} className="flex gap-4 text-sm">
            <ProductThumb src={onThisSite(line.image.src)} alt="" className="size-16 shrink-0" />
            <div className="min-w-0 flex-1">
              <p>{name}</p>
              <p className="mt-1 text-xs text-taupe">
                {option && <span className="block">{option}</span>}
                {`${t("checkout.quantity")} ${line.quantity}`}
              </p>
              {line.gift && (
                <p className="mt-2 flex items-center gap-2 text-xs text-taupe">
                  <ProductThumb src={onThisSite(line.gift.image.src)} alt="" className="size-8 shrink-0" />
                  {t("gift.alt", { gift: withUnits(line.gift.name, line.gift.quantity) })}
                </p>
              )}
            </div>
            <p className="tabular whitespace-nowrap">{parts[index]}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** @param cents charged in dollars, or null */
function Sums({ order, cents }: { order: StoreOrder; cents: UsdCents | null }) {
  const t = useTexts();
  const price = usePrice();
  const { currency } = useSettings();
  const shipping = dong(Number(order.shipping_total));
  const subtotal = sum(order.line_items.map((line) => dong(Number(line.total))));
  const total = dong(Number(order.total));
  return (
    <>
      <dl className="text-sm">
        <Row label={t("checkout.subtotal")}>{price(subtotal)}</Row>
        <Row label={t("checkout.shipping")}>
          <ShippingCost cost={shipping} subtotal={subtotal} />
        </Row>
        <div className="mt-2 flex items-baseline justify-between gap-6 border-t border-line pt-3 text-lg font-medium">
          <dt>{t("checkout.total")}</dt>
          <dd className="tabular">{cents === null ? price(total) : formatCharged(cents, total)}</dd>
        </div>
      </dl>
      {currency === "USD" && !isChargedInUsd(order.payment_method) && (
        <p className="mt-2 text-xs text-taupe">{t("checkout.usd_note")}</p>
      )}
    </>
  );
}

/** Recipient and address; for pickup, the shop's address. */
function Where({ order }: { order: StoreOrder }) {
  const t = useTexts();
  const { first_name, last_name, phone, address_1, address_2, state, city } = order.shipping;
  const address = order.address_label ?? [address_1, address_2, state, city].filter(Boolean).join(", ");
  const name = `${last_name} ${first_name}`.trim().toLocaleUpperCase("vi");
  const recipient = (
    <p>
      {name} · <span className="tabular whitespace-nowrap">{toLocalPhone(phone || order.billing.phone)}</span>
    </p>
  );
  const pickup = isPickup(order);
  return (
    <div className="text-sm">
      <h3 className="mb-1 text-xs text-taupe">
        {t(pickup ? "order_info.delivery_in_person" : "orders.shipping_address")}
      </h3>
      {pickup ? (
        <>
          <p>{t("footer.address")}</p>
          <p className="text-taupe">{t("footer.hours")}</p>
          <p className="mt-2 text-xs text-taupe">{t("orders.receiver")}</p>
          {recipient}
        </>
      ) : (
        <>
          {recipient}
          <p>{address}</p>
        </>
      )}
    </div>
  );
}

/** The order summary from the server. @param order null if it failed to load: then only what is known without it */
export function ResultOrder({ state, order }: { state: PaymentState; order: StoreOrder | null }) {
  const t = useTexts();
  return (
    <section
      aria-labelledby="order"
      className="-mx-4 h-fit divide-y divide-line bg-sand px-4 py-2 *:py-5 md:mx-0 md:px-8 lg:px-10 lg:py-5"
    >
      <div>
        <h2 id="order" className="mb-3 text-xl">
          {t("orders.number", { number: state.order_number })}
        </h2>
        <Facts state={state} order={order} />
      </div>
      {order && (
        <>
          <Lines order={order} />
          <div>
            <Sums order={order} cents={state.charged_usd_cents} />
          </div>
          <Where order={order} />
        </>
      )}
    </section>
  );
}
