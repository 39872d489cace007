import { type Dong, formatUsdCents, type UsdCents } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { CartItem } from "#contract/cart.ts";
import type { GuestForm, OrderAmounts } from "#contract/order.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { reloadCart, setCartData } from "#web/api/cart.ts";
import { withOption } from "#web/cart/with-option.ts";
import { resultPath } from "#web/links/paths.ts";
import { paymentMethodName } from "#web/i18n/payment-methods.ts";
import { pathInPageLanguage } from "#web/i18n/preserve-language.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { completeLocalOrder, nameLocalOrder, startLocalOrder } from "./local-orders.ts";
import type { OrderForm } from "./order-form.ts";
import { codPayload, expectedOrder, type OrderContext, onlinePayload } from "./order-payload.ts";
import { type SubmitFailure, type Submitted, submitCod, submitOnline } from "./submit-order.ts";
import { useChargedCents } from "#web/i18n/use-charged-cents.ts";
import { submitErrors } from "./submit-error-message.ts";
import { saveAddress } from "./use-order-form.ts";
import type { FormErrors } from "./use-form-errors.ts";
import type { OrderPromise } from "./use-order-promise.ts";
import { knownCost, type ShippingQuoteState, totalOf } from "./use-shipping-quote.ts";

const showOverlayMs = 300;
const fallbackMs = 100;
const codResetMs = 3000;

/** The order at the time of the click. */
export interface SubmittedOrder {
  form: OrderForm;
  items: readonly CartItem[];
  cartVersion: number;
  subtotal: Dong;
  quote: ShippingQuoteState;
  promise: OrderPromise;
  /** where to save the address in the account */
  saveAddressTo: "profile" | "book" | null;
  /** of a guest's form */
  guestForm: GuestForm | undefined;
}

/** A submit that may be repeated: its outcome is unknown, or its order still awaits the gateway. */
interface UnconfirmedSubmit {
  body: string;
  key: string;
}

const mayHaveSucceeded = (sent: Submitted): boolean =>
  sent.kind === "failed" && (sent.failure.kind === "exhausted" || sent.failure.kind === "gateway-down");

/**
 * Sends orders, each under its own idempotency key. After a submit that may have succeeded, the same unchanged order
 * keeps its key.
 */
function useSend(): (form: OrderForm, context: OrderContext, guestForm?: GuestForm) => Promise<Submitted> {
  const doubtful = useRef<UnconfirmedSubmit | null>(null);
  return async (form, context, guestForm) => {
    // not part of what the key identifies: it differs with each try
    const trap = guestForm && { guest_form: guestForm };
    const body = JSON.stringify([form, context]);
    const key = doubtful.current?.body === body ? doubtful.current.key : crypto.randomUUID();
    const sent = isCashMethod(form.paymentMethod)
      ? await submitCod(getApiClient(), { ...codPayload(form, context), ...trap }, key)
      : await submitOnline(getApiClient(), { ...onlinePayload(form, context), ...trap }, key);
    doubtful.current = mayHaveSucceeded(sent) ? { body, key } : null;
    return sent;
  };
}

/** The delay between a placed cash order and its result page. */
function useShowPlaced(done: () => void): {
  placed: SubmittedOrder | null;
  show: (order: SubmittedOrder, orderId: number) => void;
} {
  const navigate = useNavigate();
  const [placed, setPlaced] = useState<SubmittedOrder | null>(null);
  const show = (order: SubmittedOrder, orderId: number): void => {
    setPlaced(order);
    setTimeout(done, codResetMs);
    const result = resultPath(orderId);
    setTimeout(() => {
      void navigate(result, { replace: true });
      setTimeout(() => {
        if (location.pathname === "/final-payment") return;
        // a navigation within the page would end the running one and show the result twice
        void navigate("#placed", { replace: true });
        location.replace(pathInPageLanguage(result));
      }, fallbackMs);
    }, showOverlayMs);
    void completeLocalOrder(orderId, { status: "placed" });
  };
  return { placed, show };
}

/** What changed since the page displayed the order, a line each: the ordered lines, shipping, the total, and the charge. */
function describeChange(
  t: Translate,
  price: (amount: Dong) => string,
  seen: SubmittedOrder & { usdCents: UsdCents | null },
  now: OrderAmounts,
): string {
  const change = (name: string, before: Dong, after: Dong | undefined): string[] =>
    after === undefined || before === after
      ? []
      : [t("order_info.changed_amount", { name, before: price(before), after: price(after) })];
  const lines = seen.items.flatMap(({ id, variation_id, name, option, total }) => {
    const line = now.lines.find((each) => each.product_id === id && each.variation_id === variation_id);
    return change(withOption(name, { option }), total, line?.total);
  });
  const { usdCents } = seen;
  const charge =
    usdCents === null || now.usd_cents === undefined || usdCents === now.usd_cents
      ? []
      : [
          t("order_info.changed_amount", {
            name: t(paymentMethodName(seen.form.paymentMethod, false)),
            before: formatUsdCents(usdCents),
            after: formatUsdCents(now.usd_cents),
          }),
        ];
  return [
    t("order_info.alert_amounts_changed"),
    ...lines,
    ...change(t("checkout.shipping"), knownCost(seen.quote), now.shipping_total),
    ...change(t("checkout.total"), totalOf(seen.subtotal, seen.quote), now.total),
    ...charge,
  ].join("\n");
}

/**
 * A failure may mean stale data: the session, the cart, and for a payment in dollars the exchange rate are refetched.
 * `onLogin` is called when the session is back.
 */
export function useRefreshAfterFailure(): (failure: SubmitFailure, onLogin: () => void) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (failure, onLogin) => {
    if (failure.kind === "logged-out") openAuth("login", { reason: "ended", after: onLogin });
    if (failure.kind === "refused" || failure.kind === "amounts-changed") await reloadCart();
    if (failure.kind === "amounts-changed" && failure.amounts.usd_cents !== undefined) await revalidate();
    if (failure.kind === "cart-changed") setCartData({ ok: true, data: failure.cart });
  };
}

/** On Back from the gateway the browser may restore this page from its cache, with an outdated cart. */
export function useBackFromGateway(back: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      back();
      void reloadCart();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  });
}

/** Submits the order, one at a time. @param onLogin called when a session that had ended is back */
export function useSubmit(onLogin: () => void): {
  /** resolves to the error, or null */
  submit: (order: SubmittedOrder) => Promise<FormErrors | null>;
  submitting: boolean;
  /** the placed order while its success is shown: the cart beneath no longer has it */
  placed: SubmittedOrder | null;
} {
  const t = useTexts();
  const price = usePrice();
  const inFlight = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const busy = (is: boolean) => {
    inFlight.current = is;
    setSubmitting(is);
  };
  const send = useSend();
  const charged = useChargedCents();
  const refreshAfterFailure = useRefreshAfterFailure();
  const { placed, show } = useShowPlaced(() => busy(false));
  useBackFromGateway(() => busy(false));

  const place = async (order: SubmittedOrder): Promise<FormErrors | null> => {
    const { form, items, cartVersion, subtotal, quote, promise, saveAddressTo, guestForm } = order;
    const shippingCost = knownCost(quote);
    const shippingTitle = t(
      form.deliveryMethod === "shipment" ? "order_info.delivery_shipment" : "order_info.delivery_in_person",
    );
    const expected = quote.state === "known" ? quote.expected : null;
    startLocalOrder(form, items, { subtotal, total: totalOf(subtotal, quote), cartVersion, expected });
    const total = quote.state === "known" ? totalOf(subtotal, quote) : null;
    const usdCents = total === null ? null : charged(form.paymentMethod, total);
    const context = {
      items,
      shippingCost,
      shippingTitle,
      expected: expectedOrder(items, { total, usdCents, deliveryBy: promise.latest }),
    };
    const sent = await send(form, context, guestForm);
    if (sent.kind === "failed") {
      await refreshAfterFailure(sent.failure, onLogin);
      busy(false);
      if (sent.failure.kind === "promise-later") promise.replace(sent.failure.days);
      if (sent.failure.kind !== "amounts-changed") return submitErrors(t, sent.failure);
      const { amounts } = sent.failure;
      if (quote.state === "known") quote.replaceCost(amounts.shipping_total);
      return { message: describeChange(t, price, { ...order, usdCents }, amounts), fields: {} };
    }
    nameLocalOrder(sent.orderId, isCashMethod(form.paymentMethod) ? null : onlinePayload(form, context));
    const saved = saveAddressTo ? saveAddress(form, saveAddressTo === "book") : undefined;
    if (sent.kind === "placed") show(order, sent.orderId);
    else {
      await saved; // it finishes without the page, and a return to it finds the account's address here
      location.assign(sent.url);
      busy(false);
    }
    return null;
  };

  const submit = async (order: SubmittedOrder): Promise<FormErrors | null> => {
    if (inFlight.current) return null;
    busy(true);
    try {
      return await place(order);
    } catch (error) {
      busy(false);
      const message = error instanceof Error ? error.message : String(error);
      return { message: t("order_info.alert_payment_message", { message }), fields: {} };
    }
  };
  return { submit, submitting, placed };
}
