import { type Buyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import type { Config } from "#shop/kernel/base/config.ts";

/** A guest finds an order without an email by a code sent to its phone; an order of an account always has one. */
export const isEmailOptional = ({ phone }: Pick<Config, "phone">, buyer: Buyer): boolean =>
  isGuest(buyer) && phone !== null;
