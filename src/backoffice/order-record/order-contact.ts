import type { WooOrder } from "#contract/woo/order.ts";
import { toLocalPhone } from "#contract/person-validation.ts";

/** Name of the person to call. */
export const customerName = ({ billing, shipping }: WooOrder): string =>
  `${shipping.last_name || billing.last_name} ${shipping.first_name || billing.first_name}`.trim();

/** The phone number in its local notation, digits only; empty without one. */
export const phoneOf = ({ billing, shipping }: WooOrder): string =>
  toLocalPhone(shipping.phone || billing.phone).replaceAll(/\D/g, "");

/** On one line, with the names since July 2025 and before if the order has both. */
export const addressOf = ({ shipping, address_label }: WooOrder): string =>
  address_label ?? [shipping.address_1, shipping.address_2, shipping.state, shipping.city].filter(Boolean).join(", ");

export const zaloUrl = (digits: string): string => `https://zalo.me/${digits}`;

/** A search on a map, by the device's own choice of program. */
export const mapUrl = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
