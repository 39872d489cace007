import { type Buyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { canSendCodes } from "#shop/phone-codes/index.ts";

/** Whether a form of this buyer may lack an email; a new order also requires {@link isEmailOptional}. */
export const mayLackEmail = ({ config }: Pick<AppContext, "config">, buyer: Buyer): boolean =>
  isGuest(buyer) && config.phone !== null;

/** A guest finds an order without an email by a code sent to its phone, if one can be sent; an order of an account always has one. */
export const isEmailOptional = async (shop: AppContext, buyer: Buyer): Promise<boolean> =>
  mayLackEmail(shop, buyer) && (await canSendCodes(shop));
