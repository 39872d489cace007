import { isChargedInUsd, type PaymentMethod } from "#contract/payment-methods/index.ts";
import type { TextKey } from "./translate.ts";

/** The names of a payment method. */
interface PaymentMethodTexts {
  /** in orders and results */
  name: TextKey;
  /** the same, where the order is picked up at the shop */
  pickupName?: TextKey;
  /** in the footer */
  shortName: TextKey;
}

/** The storefront's side of the payment method registry. */
export const paymentMethodTexts: Readonly<Record<PaymentMethod, PaymentMethodTexts>> = {
  vnpay_visa: { name: "payment_method.vnpay", shortName: "payment_method.vnpay_visa" },
  paypal: { name: "payment_method.paypal", shortName: "payment_method.paypal" },
  cod: { name: "payment_method.cod", pickupName: "payment_method.cod_pickup", shortName: "footer.cod_short" },
  bacs: { name: "payment_method.bacs", shortName: "footer.bank_transfer_short" },
};

/** A payment method as a choice at checkout. */
interface PaymentChoiceTexts {
  label: TextKey;
  /** below the label; may use `amount_vnd`, `amount_usd` and `usd_rate` */
  note: TextKey;
}

const choiceTexts: Readonly<Record<PaymentMethod, PaymentChoiceTexts>> = {
  vnpay_visa: { label: "order_info.payment_vnpay", note: "order_info.payment_vnpay_note" },
  paypal: { label: "order_info.payment_paypal", note: "order_info.payment_paypal_note" },
  cod: { label: "order_info.payment_cod", note: "order_info.payment_cod_note" },
  bacs: { label: "payment_method.bacs", note: "order_info.payment_bank_note" },
};
/** Where the order is picked up at the shop. */
const pickupChoiceTexts: Partial<typeof choiceTexts> = {
  cod: { label: "payment_method.cod_pickup", note: "order_info.payment_cod_pickup_note" },
};

/** The texts of a choice at checkout. @param pickup the order is picked up: cash is paid at the shop */
export const paymentChoiceTexts = (method: PaymentMethod, pickup: boolean): PaymentChoiceTexts =>
  (pickup && pickupChoiceTexts[method]) || choiceTexts[method];

/** Methods of orders from before this shop. */
const historicMethods: ReadonlyMap<string, TextKey> = new Map([
  ["vnpay", "payment_method.vnpay"],
  ["momo", "payment_method.momo"],
]);

const isKnown = (method: string): method is PaymentMethod => Object.hasOwn(paymentMethodTexts, method);

/** The note of a method that charges in dollars, else null. @param method an order's method: may be any text */
export const dollarNote = (method: string): TextKey | null =>
  isKnown(method) && isChargedInUsd(method) ? choiceTexts[method].note : null;

/** Text key of the name of an order's payment method. @param pickup the order is picked up: cash is paid at the shop */
export function paymentMethodName(method: string, pickup: boolean): TextKey {
  if (!isKnown(method)) return historicMethods.get(method) ?? "payment_method.unknown";
  const { name, pickupName } = paymentMethodTexts[method];
  return (pickup && pickupName) || name;
}
