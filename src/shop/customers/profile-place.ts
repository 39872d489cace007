import type { AddressChoice, StoredAddress } from "#contract/address.ts";
import type { ProfileChange } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import { bridgeOrderAddress, type DeliveryPlace, resolveChoice } from "#shop/addresses/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";
import type { Customer, ProfileFields } from "./customer-store.ts";

/** What the address of a profile is part of. */
export type ProfilePlace = Pick<
  ProfileFields,
  "city" | "district" | "ward" | "provinceId" | "districtId" | "wardCode" | "savedAddress"
>;

const saved = ({ line: _, ...address }: StoredAddress): Customer["savedAddress"] => ({
  ...address,
  needs_check: false,
});

/** A place with all its parts. */
export type WholePlace = Required<ProfilePlace>;

const namesOf = (place: DeliveryPlace): Omit<WholePlace, "savedAddress"> => ({
  ...{ city: place.provinceName, district: place.districtName, ward: place.wardName },
  ...(place.scheme === "old3"
    ? { provinceId: place.provinceId, districtId: place.districtId, wardCode: place.wardCode }
    : // the ids of the profile are the carrier's, for the three selects
      { provinceId: null, districtId: null, wardCode: null }),
});

/** A ward that was chosen by the search. It may call the carrier. @throws HttpError 400 for no ward, and while the search is off */
export async function chosenPlace(
  shop: AppContext,
  { choice, line, lang }: { choice: AddressChoice; line: string; lang: Language },
): Promise<WholePlace> {
  const wrong = (message: "address.search_off" | "address.unknown_ward") =>
    invalidParam("address_choice", t(lang, message));
  if (!(await isAddressSearchOn(shop))) throw wrong("address.search_off");
  const chosen = await resolveChoice(shop, choice, line);
  if (!chosen) throw wrong("address.unknown_ward");
  return { ...namesOf(chosen.place), savedAddress: saved(chosen.address) };
}

interface PlaceChange {
  current: Customer;
  change: ProfileChange;
  choice: AddressChoice | undefined;
  lang: Language;
}

/**
 * What a change of the profile makes of its place: the chosen ward, else the place of the names and ids in both schemes; nothing
 * if they stay as they are. It may call the carrier.
 * @throws HttpError 400 for a choice that is no ward, or while the search of addresses is off
 */
export async function placeOf(shop: AppContext, { current, change, choice, lang }: PlaceChange): Promise<ProfilePlace> {
  const line = change.address ?? current.address;
  if (choice) return chosenPlace(shop, { choice, line, lang });
  const {
    city = current.city,
    district = current.district,
    ward = current.ward,
    ward_code = current.wardCode,
  } = change;
  const isSame =
    city === current.city && district === current.district && ward === current.ward && ward_code === current.wardCode;
  if (isSame) return {};
  const address = await bridgeOrderAddress(shop, { provinceName: city, districtName: district, wardName: ward }, line);
  return { savedAddress: address && saved(address) };
}
