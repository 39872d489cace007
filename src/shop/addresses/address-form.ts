import { noRoute } from "#shop/kernel/request/not-found.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";

/** @throws HttpError 404 as for a path without route, while the search of addresses is off */
export async function requireAddressSearch(shop: AppContext): Promise<void> {
  if (!(await isAddressSearchOn(shop))) throw noRoute();
}
