import type { CartItem } from "#contract/cart.ts";

/** A text about a line with its option: a cart may have one product in two sizes. */
export const withOption = (text: string, { option }: Pick<CartItem, "option">): string =>
  option ? `${text} (${option})` : text;
