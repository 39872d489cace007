import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { readGuestCheckout } from "#shop/kernel/settings/guest-checkout.ts";

/** @throws HttpError 404 while orders without an account are off */
export async function assertGuestsOrder(shop: AppContext): Promise<void> {
  if ((await readGuestCheckout(shop.db)) === "off") throw noRoute();
}
