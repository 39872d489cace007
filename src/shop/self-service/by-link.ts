import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints as endpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cancelOwnOrder } from "./cancel-order.ts";
import { changeAddress, quoteAddress } from "./change-address.ts";
import { changeOption } from "./change-option.ts";
import { changeRecipient } from "./change-recipient.ts";
import { linkOwner } from "./owner.ts";
import { selfServiceOf } from "./self-service-of.ts";

/** The order of a link. */
interface LinkedRef {
  orderId: number;
  lang: Language;
}

/** What the holder of a link to an order without an account can do with it; the link is checked by the caller. */
export const byLink = (shop: AppContextWithGateways) => {
  const own = (order: LinkedRef) => ({ ...order, owner: linkOwner });
  return {
    selfServiceOf: selfServiceOf(shop.db, { byLink: true }),
    cancelLinked: (order: LinkedRef, body: BodyOf<typeof endpoints.cancelOwnOrder>) =>
      cancelOwnOrder(shop, own(order), body),
    changeLinked: {
      recipient: (order: LinkedRef, body: BodyOf<typeof endpoints.changeRecipient>) =>
        changeRecipient(shop, own(order), body),
      quoteAddress: (order: LinkedRef, place: BodyOf<typeof endpoints.quoteAddress>) =>
        quoteAddress(shop, own(order), place),
      address: (order: LinkedRef, body: BodyOf<typeof endpoints.changeAddress>) =>
        changeAddress(shop, own(order), body),
      option: (order: LinkedRef, lineId: number, body: BodyOf<typeof endpoints.changeOption>) =>
        changeOption(shop, own(order), { lineId, body }),
    },
  };
};
