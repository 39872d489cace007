import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { isOrderLookupOn, readGuestCheckout } from "#shop/kernel/settings/guest-checkout.ts";

/** @throws HttpError 404 while orders without an account are off */
export async function assertGuestsOrder(shop: AppContext): Promise<void> {
  if ((await readGuestCheckout(shop.db)) === "off") throw noRoute();
}

/** @throws HttpError 404 while there is no look-up of orders without an account */
export async function assertOrderLookup(shop: AppContext): Promise<void> {
  if (!(await isOrderLookupOn(shop.db))) throw noRoute();
}
