/** Sections of texts that pages with an order need, for `pageTexts`. */
export const orderTexts = [
  "orders",
  "cod_confirmation",
  "self_service",
  "self_cancel_reasons",
  "order_info",
  "payment_result",
  "checkout",
] as const;
