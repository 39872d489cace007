import type { AddressScheme } from "#contract/address.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";
import { type DeliveryPlace, resolveChoice } from "./delivery-place.ts";

/** How a query names a ward: by the carrier's district and code, or without a district by the code of the statistics office. */
interface WardQuery {
  scheme: AddressScheme;
  district_id?: number | undefined;
  ward_code?: string | undefined;
}

/** Whether a query names its ward by the code of the statistics office: a new ward has no district. */
export const isByCode = ({ scheme, district_id, ward_code }: WardQuery): boolean =>
  scheme === "new2" || (district_id === undefined && ward_code !== undefined);

/**
 * The ward of a query {@link isByCode}; null without a code, and for an old ward while the search of addresses is off. It may
 * call the carrier.
 * @throws HttpError 400 for a code that is no ward, and for the new scheme while the search is off
 */
export async function resolveWardCode(
  shop: AppContext,
  { scheme, ward_code: code }: WardQuery,
  lang: Language,
): Promise<DeliveryPlace | null> {
  const isOn = await isAddressSearchOn(shop);
  if (!isOn && scheme === "new2") throw invalidParam("scheme", t(lang, "address.search_off"));
  if (!isOn || !code) return null;
  const chosen = await resolveChoice(shop, scheme === "new2" ? { new: code } : { old: code }, "");
  if (!chosen) throw invalidParam("ward_code", t(lang, "address.unknown_ward"));
  return chosen.place;
}
