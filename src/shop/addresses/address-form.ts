import { noRoute } from "#shop/kernel/request/not-found.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";

/** @throws HttpError 404 as for a path without route, while the search of addresses is off */
export async function requireAddressSearch(reader: Reader): Promise<void> {
  if (!(await isAddressSearchOn(reader))) throw noRoute();
}
