import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CartItem } from "#contract/cart.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { reloadCart } from "#web/api/cart.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { completeLocalOrder, nameLocalOrder, startLocalOrder } from "./local-orders.ts";
import type { OrderForm } from "./order-form.ts";
import { codPayload, type OrderContext, onlinePayload } from "./order-payload.ts";
import { type SubmitFailure, type Submitted, submitCod, submitOnline } from "./submit-order.ts";
import { tellFailure } from "./submit-error-message.ts";
import { saveAddress } from "./use-order-form.ts";
import type { Refusal } from "./use-form-errors.ts";
import type { ShippingQuote } from "./use-shipping-quote.ts";

const showOverlayMs = 300;
const fallbackMs = 100;
const codResetMs = 3000;

/** What is ordered, as it stood when the button was pressed. */
export interface Order {
  form: OrderForm;
  items: readonly CartItem[];
  cartVersion: number;
  /** whole đồng */
  subtotal: number;
  quote: ShippingQuote;
  /** the account learns where it goes */
  addressKept: boolean;
}

/** A submit that may be sent again: nobody knows what became of it, or its order still waits for the gateway. */
interface UnconfirmedSubmit {
  body: string;
  key: string;
}

const mayHaveSucceeded = (sent: Submitted): boolean =>
  sent.kind === "failed" && (sent.failure.kind === "exhausted" || sent.failure.kind === "gateway-down");

/**
 * Sends orders, each under an idempotency key of its own. After a submit whose order may have been taken the same order,
 * sent again unchanged, keeps its key.
 */
function useSend(): (form: OrderForm, context: OrderContext) => Promise<Submitted> {
  const doubtful = useRef<UnconfirmedSubmit | null>(null);
  return async (form, context) => {
    const body = JSON.stringify([form, context]);
    const key = doubtful.current?.body === body ? doubtful.current.key : crypto.randomUUID();
    const sent =
      form.paymentMethod === "cod"
        ? await submitCod(getApiClient(), codPayload(form, context), key)
        : await submitOnline(getApiClient(), onlinePayload(form, context), key);
    doubtful.current = mayHaveSucceeded(sent) ? { body, key } : null;
    return sent;
  };
}

/** The moment between a placed cash order and its result page. */
function useShowPlaced(done: () => void): { placed: Order | null; show: (order: Order, orderId: number) => void } {
  const navigate = useNavigate();
  const [placed, setPlaced] = useState<Order | null>(null);
  const show = (order: Order, orderId: number): void => {
    setPlaced(order);
    setTimeout(done, codResetMs);
    const result = `/final-payment?order_id=${orderId}`;
    setTimeout(() => {
      void navigate(result, { replace: true });
      setTimeout(() => {
        if (location.pathname === "/final-payment") return;
        // a step within the page ends the one under way, which would show the result only for the new page to show it again
        void navigate("#placed", { replace: true });
        location.replace(result);
      }, fallbackMs);
    }, showOverlayMs);
    void completeLocalOrder(orderId, { status: "placed" });
  };
  return { placed, show };
}

/** A failure may mean that the page is behind the times: the login is asked for again, the cart is read anew. */
export function followUp(failure: SubmitFailure): void {
  if (failure.kind === "logged-out") openAuth("login", { reason: "ended" });
  if (failure.kind === "refused") void reloadCart();
}

/** Back from the gateway the browser may show this page as it was left, which may be long ago for the cart. */
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

/** Takes the order to the server, once at a time. */
export function useSubmit(): {
  /** resolves to why it failed, or null */
  submit: (order: Order) => Promise<Refusal | null>;
  submitting: boolean;
  /** the order once it is placed, while its success is shown: the cart beneath is already without it */
  placed: Order | null;
} {
  const t = useTexts();
  const underWay = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const busy = (is: boolean) => {
    underWay.current = is;
    setSubmitting(is);
  };
  const send = useSend();
  const { placed, show } = useShowPlaced(() => busy(false));
  useBackFromGateway(() => busy(false));

  const take = async (order: Order): Promise<Refusal | null> => {
    const { form, items, cartVersion, subtotal, quote, addressKept } = order;
    const shippingCost = quote.state === "known" ? quote.cost : 0;
    const shippingTitle = t(
      form.deliveryMethod === "shipment" ? "order_info.delivery_shipment" : "order_info.delivery_in_person",
    );
    const expected = quote.state === "known" ? quote.expected : null;
    startLocalOrder(form, items, { subtotal, total: subtotal + shippingCost, cartVersion, expected });
    const context = { items, shippingCost, shippingTitle };
    const sent = await send(form, context);
    if (sent.kind === "failed") {
      followUp(sent.failure);
      busy(false);
      return tellFailure(t, sent.failure);
    }
    nameLocalOrder(sent.orderId, form.paymentMethod === "cod" ? null : onlinePayload(form, context));
    const kept = addressKept ? saveAddress(form) : undefined;
    if (sent.kind === "placed") show(order, sent.orderId);
    else {
      await kept; // it comes to its end without the page, but whoever comes back finds here what the account knows
      location.assign(sent.url);
      busy(false);
    }
    return null;
  };

  const submit = async (order: Order): Promise<Refusal | null> => {
    if (underWay.current) return null;
    busy(true);
    try {
      return await take(order);
    } catch (error) {
      busy(false);
      const message = error instanceof Error ? error.message : String(error);
      return { sentence: t("order_info.alert_payment_message", { message }), fields: {} };
    }
  };
  return { submit, submitting, placed };
}
