import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cancelOwnOrder } from "./cancel-order.ts";
import { linkOwner } from "./owner.ts";
import { selfServiceOf } from "./self-service-of.ts";

/** What the holder of a link to an order without an account can do with it; the link is checked by the caller. */
export const byLink = (shop: AppContextWithGateways) => ({
  selfServiceOf: selfServiceOf(shop.db),
  cancelLinked: (
    order: { orderId: number; lang: Language },
    body: BodyOf<typeof selfServiceEndpoints.cancelOwnOrder>,
  ) => cancelOwnOrder(shop, { ...order, owner: linkOwner }, body),
});
