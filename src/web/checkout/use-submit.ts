import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CartItem } from "#contract/cart.ts";
import type { User } from "#contract/customer.ts";
import { getStore } from "#web/api/browser-store.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { completeLocalOrder, nameLocalOrder, startLocalOrder } from "./local-orders.ts";
import type { OrderForm } from "./order-form.ts";
import { codPayload, onlinePayload } from "./order-payload.ts";
import { type SubmitFailure, submitCod, submitOnline } from "./submit-order.ts";
import type { ShippingQuote } from "./use-shipping-quote.ts";

const showOverlayMs = 300;
const fallbackMs = 100;
const codResetMs = 3000;

/** What the shopper is told about a submit that failed. */
export function failureSentence(t: Translate, failure: SubmitFailure): string {
  switch (failure.kind) {
    case "exhausted":
      return failure.network
        ? `${t("order_info.alert_network")} ${t("order_info.alert_max_retry")}`
        : t("order_info.alert_max_retry");
    case "unexpected":
      return t("order_info.alert_unexpected_format");
    case "no-url":
      return t("order_info.alert_no_url");
    case "refused":
      return failure.message || t("order_info.alert_payment");
  }
}

interface Order {
  form: OrderForm;
  items: readonly CartItem[];
  user: User;
  /** whole đồng */
  subtotal: number;
  quote: ShippingQuote;
}

/** Sends the order, once at a time. `placed` is true while the success of a cash order is shown. */
export function useSubmit(): {
  submit: (order: Order) => Promise<void>;
  submitting: boolean;
  placed: boolean;
  failure: string | null;
  dismiss: () => void;
} {
  const t = useTexts();
  const navigate = useNavigate();
  const underWay = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const [placed, setPlaced] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const busy = (is: boolean) => {
    underWay.current = is;
    setSubmitting(is);
  };

  const showPlaced = async (orderId: number): Promise<void> => {
    setPlaced(true);
    setTimeout(() => busy(false), codResetMs);
    const result = `/final-payment?order_id=${orderId}`;
    setTimeout(() => {
      void navigate(result, { replace: true });
      setTimeout(() => location.pathname !== "/final-payment" && location.replace(result), fallbackMs);
    }, showOverlayMs);
    await completeLocalOrder(orderId, { status: "placed" });
  };

  const send = async ({ form, items, user, subtotal, quote }: Order): Promise<void> => {
    const shippingCost = quote.state === "known" ? quote.cost : 0;
    const shippingTitle = t(
      form.deliveryMethod === "shipment" ? "order_info.delivery_shipment" : "order_info.delivery_in_person",
    );
    const context = { items, customerId: user.id, shippingCost, shippingTitle };
    const key = crypto.randomUUID();
    startLocalOrder(form, items, { subtotal, total: subtotal + shippingCost });
    const result =
      form.paymentMethod === "cod"
        ? await submitCod(getStore(), codPayload(form, context), key)
        : await submitOnline(getStore(), onlinePayload(form, context), key);
    if (result.kind === "failed") {
      setFailure(failureSentence(t, result.failure));
      return busy(false);
    }
    nameLocalOrder(result.orderId);
    if (result.kind === "placed") return showPlaced(result.orderId);
    location.assign(result.url);
    busy(false);
  };

  const submit = async (order: Order): Promise<void> => {
    if (underWay.current) return;
    busy(true);
    setFailure(null);
    try {
      await send(order);
    } catch (error) {
      setFailure(
        t("order_info.alert_payment_message", { message: error instanceof Error ? error.message : String(error) }),
      );
      busy(false);
    }
  };
  return { submit, submitting, placed, failure, dismiss: () => setFailure(null) };
}
