import { bankTransferMethodId, codMethodId, gatewayNameOf } from "#contract/payment-methods/index.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";

/** Methods that have a name in each language. All others are called as their gateway. */
const translatedMethods = [codMethodId, bankTransferMethodId, "cash", "momo"] as const;

/** A payment method in words; null for a method of another program. */
function nameOf(t: TextOf, method: string): string | null {
  const translated = translatedMethods.find((one) => one === method);
  return translated ? t(`payment_names.${translated}`) : gatewayNameOf(method);
}

/** A payment method in words, or as it is stored. */
export const methodText = (t: TextOf, method: string): string => nameOf(t, method) ?? method;

/**
 * How an order is paid, in words: the stored title is in the buyer's language, so it is shown only for a method of another program.
 */
export const paymentText = (t: TextOf, order: { payment_method: string; payment_method_title: string }): string =>
  nameOf(t, order.payment_method) ?? (order.payment_method_title || order.payment_method);
