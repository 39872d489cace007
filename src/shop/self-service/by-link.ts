import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints as endpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cancelOwnOrder } from "./cancel-order.ts";
import { changeAddress, quoteAddress } from "./change-address.ts";
import { changeOption } from "./change-option.ts";
import { changeRecipient } from "./change-recipient.ts";
import { isOwnersOrder, type OrderOwner, type OwnedOrder } from "./owner.ts";
import { selfServiceOf } from "./self-service-of.ts";

/** The order of a link. */
interface LinkedRef {
  orderId: number;
  /** hash of its token */
  link: Buffer;
  lang: Language;
}

/** What the holder of a link to an order without an account can do with it; the link is checked by the caller. */
export const byLink = (shop: AppContextWithGateways) => {
  // before the carrier is called: the link still opens the order after an account has added it
  const own = async ({ orderId, link, lang }: LinkedRef): Promise<OwnedOrder> => {
    const owner: OrderOwner = { customerId: null, link };
    if (!(await isOwnersOrder(shop.db, orderId, owner))) throw notFoundIn(lang);
    return { orderId, lang, owner };
  };
  return {
    selfServiceOf: selfServiceOf(shop.db, { byLink: true }),
    cancelLinked: async (order: LinkedRef, body: BodyOf<typeof endpoints.cancelOwnOrder>) =>
      cancelOwnOrder(shop, await own(order), body),
    changeLinked: {
      recipient: async (order: LinkedRef, body: BodyOf<typeof endpoints.changeRecipient>) =>
        changeRecipient(shop, await own(order), body),
      quoteAddress: async (order: LinkedRef, place: BodyOf<typeof endpoints.quoteAddress>) =>
        quoteAddress(shop, await own(order), place),
      address: async (order: LinkedRef, body: BodyOf<typeof endpoints.changeAddress>) =>
        changeAddress(shop, await own(order), body),
      option: async (order: LinkedRef, lineId: number, body: BodyOf<typeof endpoints.changeOption>) =>
        changeOption(shop, await own(order), { lineId, body }),
    },
  };
};
