import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import type { TextKey } from "./translate.ts";

/** What the storefront shows of a payment method. */
interface PaymentMethodTexts {
  /** in orders and results */
  name: TextKey;
  /** in the footer */
  shortName: TextKey;
  /** at checkout, as a choice */
  label: TextKey;
  /** below the label; may use `amount_vnd`, `amount_usd` and `usd_rate` */
  note: TextKey;
  /** where the order is picked up at the shop */
  pickup?: { name: TextKey; label: TextKey; note: TextKey };
}

/** The storefront's side of the payment method registry, in the order of the choices at checkout. */
export const paymentMethodTexts: Readonly<Record<PaymentMethod, PaymentMethodTexts>> = {
  vnpay_visa: {
    name: "payment_method.vnpay",
    shortName: "payment_method.vnpay_visa",
    label: "order_info.payment_vnpay",
    note: "order_info.payment_vnpay_note",
  },
  paypal: {
    name: "payment_method.paypal",
    shortName: "payment_method.paypal",
    label: "order_info.payment_paypal",
    note: "order_info.payment_paypal_note",
  },
  cod: {
    name: "payment_method.cod",
    shortName: "footer.cod_short",
    label: "order_info.payment_cod",
    note: "order_info.payment_cod_note",
    pickup: {
      name: "payment_method.cod_pickup",
      label: "payment_method.cod_pickup",
      note: "order_info.payment_cod_pickup_note",
    },
  },
  bacs: {
    name: "payment_method.bacs",
    shortName: "footer.bank_transfer_short",
    label: "payment_method.bacs",
    note: "order_info.payment_bank_note",
  },
};

/** The texts of a choice at checkout. @param pickup the order is picked up: cash is paid at the shop */
export const paymentChoiceTexts = (
  method: PaymentMethod,
  pickup: boolean,
): Pick<PaymentMethodTexts, "label" | "note"> =>
  (pickup && paymentMethodTexts[method].pickup) || paymentMethodTexts[method];

/** Methods of orders from before this shop. */
const historicMethods: ReadonlyMap<string, TextKey> = new Map([
  ["vnpay", "payment_method.vnpay"],
  ["momo", "payment_method.momo"],
]);

const isKnown = (method: string): method is PaymentMethod => Object.hasOwn(paymentMethodTexts, method);

/** Text key of the name of an order's payment method. @param pickup the order is picked up: cash is paid at the shop */
export function paymentMethodName(method: string, pickup: boolean): TextKey {
  if (isKnown(method)) return (pickup && paymentMethodTexts[method].pickup?.name) || paymentMethodTexts[method].name;
  return historicMethods.get(method) ?? "payment_method.unknown";
}
