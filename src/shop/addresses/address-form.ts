import { noRoute } from "#shop/kernel/request/not-found.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { choiceSetting, readSetting } from "#shop/kernel/settings/settings.ts";

/** How addresses are entered; the search of old and new units is off with `selects`. */
export const addressFormSetting = choiceSetting(["selects", "search"], {
  name: "address_form",
  unit: "",
  unset: "selects",
  meaning: "search: addresses are searched by old and new names, see address-search in docs/store-api.md",
});

export const isAddressSearchOn = async (reader: Reader): Promise<boolean> =>
  (await readSetting(reader, addressFormSetting)) === "search";

/** @throws HttpError 404 as for a path without route, while the search of addresses is off */
export async function requireAddressSearch(reader: Reader): Promise<void> {
  if (!(await isAddressSearchOn(reader))) throw noRoute();
}
