import { paymentMethods } from "#contract/payment-methods/index.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";

const knownMethods = [...paymentMethods, "cash", "momo"] as const;

/** A payment method in words, or as it is stored. */
export const methodText = (t: TextOf, method: string): string => {
  const known = knownMethods.find((one) => one === method);
  return known ? t(`payment_names.${known}`) : method;
};

/**
 * How an order is paid, in words: the stored title is in the buyer's language, so it is shown only for a method of another program.
 */
export const paymentText = (t: TextOf, order: { payment_method: string; payment_method_title: string }): string =>
  knownMethods.some((one) => one === order.payment_method)
    ? methodText(t, order.payment_method)
    : order.payment_method_title || order.payment_method;
