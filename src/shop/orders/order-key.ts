import { randomInt } from "node:crypto";

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A random key in WooCommerce's own form, not guessable. */
export const newOrderKey = (): string =>
  `wc_order_${Array.from({ length: 13 }, () => characters[randomInt(characters.length)]).join("")}`;
