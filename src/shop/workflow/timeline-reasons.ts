import { parseStoredReason } from "#contract/backoffice/order-rules.ts";
import type { Language } from "#contract/language.ts";
import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import { hasMessage, t } from "#shop/kernel/request/messages.ts";

/** Causes of transitions that the history has as codes. */
const codes = new Set([
  "call",
  "link",
  "own_page",
  "code",
  "without_call",
  "automatic",
  "undo",
  "unconfirmed",
  "unpaid",
  "refused",
]);

/** Causes with a value: the code of a parcel, the number of an order, what a person has typed. */
const withValue: readonly { pattern: RegExp; text: string }[] = [
  { pattern: /^replaced by (?<value>\d+)$/, text: "replaced" },
  { pattern: /^exchange: (?<value>\d+)$/, text: "exchanged" },
  { pattern: /^(?<value>\S+): delivered$/, text: "delivered" },
  { pattern: /^refused: (?<value>.+)$/s, text: "refused_because" },
];

/** The shop's own reasons of refunds, as they are stored. */
const refundReasons = new Map([
  ["Order fully refunded.", "refunded_whole"],
  ["Paid without need.", "paid_without_need"],
  ["Order changed.", "order_changed"],
]);

/** The reason of a status transition in words. What a person has typed stays as it is. */
export function transitionReason(lang: Language, reason: string): string {
  if (codes.has(reason)) return t(lang, `timeline.by_${reason}`);
  for (const { pattern, text } of withValue) {
    const { value } = pattern.exec(reason)?.groups ?? {};
    if (value !== undefined) return t(lang, `timeline.by_${text}`, { value });
  }
  const parsed = parseStoredReason(reason);
  if (parsed) {
    const cause = t(lang, `cancel_causes.${parsed.reason}`);
    return parsed.note ? `${cause}: ${parsed.note}` : cause;
  }
  // a settlement: method, reference, transaction
  const [method = "", ...rest] = reason.split(" ");
  const isMethod = isOnlineMethod(method) || (rest.length === 0 && hasMessage(`payment_method.${method}`));
  return isMethod ? [t(lang, `payment_method.${method}`), ...rest].join(" ") : reason;
}

/** The reason of a refund in words. */
export function refundReason(lang: Language, reason: string): string {
  const own = refundReasons.get(reason);
  return own ? t(lang, `timeline.${own}`) : reason;
}
