import type { TextOf } from "#backoffice/i18n/texts.ts";

const known = [
  ...(["to_book", "refused", "by_hand", "ready_to_pick", "picking", "money_collect_picking", "picked"] as const),
  ...(["storing", "transporting", "sorting", "delivering", "money_collect_delivering", "delivered"] as const),
  ...(["delivery_fail", "waiting_to_return", "return", "return_transporting", "return_sorting", "returning"] as const),
  ...(["return_fail", "returned", "cancel", "exception", "damage", "lost", "scrap"] as const),
];

/** The carrier's own status in its words; as the carrier sends it, if it has been added since. */
export function carrierStatus(t: TextOf, status: string): string {
  const name = known.find((one) => one === status);
  return name ? t(`carrier_statuses.${name}`) : status;
}
