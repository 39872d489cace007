import type { WooOrder } from "#contract/woo/order.ts";

/** Name of the person to call. */
export const customerName = ({ billing, shipping }: WooOrder): string =>
  `${shipping.last_name || billing.last_name} ${shipping.first_name || billing.first_name}`.trim();

/** On one line, with the names since July 2025 and before if the order has both. */
export const addressOf = ({ shipping, address_label }: WooOrder): string =>
  address_label ?? [shipping.address_1, shipping.address_2, shipping.state, shipping.city].filter(Boolean).join(", ");

export const zaloUrl = (digits: string): string => `https://zalo.me/${digits}`;

/** A search on a map, by the device's own choice of program. */
export const mapUrl = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
