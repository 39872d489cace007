import type { AddressChoice, AddressSuggestion, BridgedAddress, SavedAddress } from "#contract/address.ts";
import { shortProvince } from "#contract/address-label.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import type { User } from "#contract/customer.ts";
import {
  emptyLocation,
  hasSearchedWard,
  isChosen,
  type SearchedWards,
  type SelectedLocation,
  type SplitChoice,
} from "#contract/selected-location.ts";

const nothing: SearchedWards = { text: "", typed: "", oldCode: "", newCode: "", also: "", choices: [] };

/** What is typed in the field, without a chosen ward. */
export const typedPlace = (text: string): SelectedLocation => ({
  ...emptyLocation,
  ...(text !== "" && { searched: { ...nothing, text, typed: text } }),
});

/** As requests of checkout and profile have it; undefined for a place of the three selects. */
export const addressChoiceOf = (searched: SearchedWards | null | undefined): AddressChoice | undefined =>
  hasSearchedWard(searched)
    ? {
        ...(searched.oldCode !== "" && { old: searched.oldCode }),
        ...(searched.newCode !== "" && { new: searched.newCode }),
        typed: searched.typed,
      }
    : undefined;

/** The ward of a place in requests that store it: by its code in one of the schemes, or by names and ids of the three selects. */
export const placeChangeOf = (place: SelectedLocation) => {
  const choice = addressChoiceOf(place.searched);
  return choice
    ? { address_choice: choice }
    : {
        ...{ city: place.province, district: place.district, ward: place.ward },
        ...{ province_id: place.provinceId, district_id: place.districtId, ward_code: place.wardCode || null },
      };
};

/** What identifies the ward of a place, to compare it. */
export const wardKey = ({ provinceId, districtId, wardCode, searched }: SelectedLocation): string =>
  hasSearchedWard(searched) ? `${searched.oldCode}>${searched.newCode}` : [provinceId, districtId, wardCode].join(" ");

/** Names of a place on one line, without empty ones; an island district, which is its ward too, once. */
export const joined = (...names: string[]): string =>
  names.filter((name, index) => name !== "" && name !== names[index - 1]).join(", ");

type Names = Pick<BridgedAddress, "new" | "old"> & Partial<Pick<BridgedAddress, "district_name">>;

/** The place of an address in both schemes: by its new names, else by the old ones. */
function placeNames({ new: current, old, district_name: former = "" }: Names): Partial<SelectedLocation> {
  if (current)
    return { province: current.province_name, district: old?.district_name ?? former, ward: current.ward_name };
  return old ? { province: old.province_name, district: old.district_name, ward: old.ward_name } : {};
}

const fieldText = ({ new: current, old }: Names): string => {
  if (current) return joined(current.ward_name, shortProvince(current.province_name));
  return old ? joined(old.ward_name, old.district_name, shortProvince(old.province_name)) : "";
};
const oldNames = ({ old }: Names): string => (old ? joined(old.ward_name, old.district_name) : "");

/** A suggestion that was chosen, until its names in both schemes are known: already this can be ordered to. */
export const suggestedPlace = (
  { scheme, code, label, also }: Pick<AddressSuggestion, "scheme" | "code" | "label" | "also">,
  typed: string,
): SelectedLocation => ({
  ...emptyLocation,
  ward: label,
  searched: {
    ...nothing,
    ...{ text: label, typed, also: scheme === "new2" ? also : "" },
    ...(scheme === "new2" ? { newCode: code } : { oldCode: code }),
  },
});

/** The chosen ward with its names in both schemes. @param also the names of a new ward's old ones */
export const bridgedPlace = (address: BridgedAddress, typed: string, also = ""): SelectedLocation => ({
  ...emptyLocation,
  ...placeNames(address),
  searched: {
    ...{ text: fieldText(address), typed },
    ...{ oldCode: address.old?.ward_code ?? "", newCode: address.new?.ward_code ?? "" },
    also: address.new ? oldNames(address) || also : "",
    choices: address.choices.map(({ ward_code, ward_name, province_name }) => ({
      ...{ code: ward_code, name: ward_name, province: province_name },
    })),
  },
});

const savedPlace = (address: SavedAddress): SelectedLocation => ({
  ...emptyLocation,
  ...placeNames(address),
  searched: {
    ...{ text: fieldText(address), typed: address.typed },
    ...{ oldCode: address.old?.ward_code ?? "", newCode: address.new?.ward_code ?? "" },
    also: address.new ? oldNames(address) : "",
    choices: [],
    ...(address.needs_check && { needsCheck: true }),
  },
});

type PlacedAddress = Pick<
  User,
  "province_id" | "city" | "district_id" | "district" | "ward_code" | "ward" | "saved_address"
>;

/** The place of a profile or of an address of the book. @param searches whether addresses are searched: the setting `address_form` */
export function storedPlace(address: PlacedAddress, searches: boolean): SelectedLocation {
  const { saved_address: saved, province_id, city, district_id, district, ward_code, ward } = address;
  if (searches && saved && (saved.new || saved.old)) return savedPlace(saved);
  return {
    provinceId: province_id,
    province: city,
    districtId: district_id,
    district,
    wardCode: ward_code ?? "",
    ward,
  };
}

/** Whether a stored address names its ward, so that a form can be filled from it. */
export const hasWard = (address: PlacedAddress, searches: boolean): boolean => isChosen(storedPlace(address, searches));

type OrderedPlace = Pick<OrderRecord["shipping"], "place" | "wards" | "province_name" | "district_name" | "ward_name">;

/** The place of an order. @param searches whether addresses are searched: the setting `address_form` */
export function orderedPlace(shipping: OrderedPlace, searches: boolean): SelectedLocation {
  const { place, wards, province_name: province, district_name: district, ward_name: ward } = shipping;
  if (searches && wards && (wards.old || wards.new)) {
    const text = place ? joined(ward, district, shortProvince(province)) : joined(ward, shortProvince(province));
    const codes = { oldCode: wards.old, newCode: wards.new };
    return { ...emptyLocation, province, district, ward, searched: { ...nothing, text, ...codes } };
  }
  if (!place) return emptyLocation;
  return {
    ...{ provinceId: place.province_id, province, districtId: place.district_id, district },
    ...{ wardCode: place.ward_code, ward },
  };
}

/** The response to the question about a split ward. @param choice null: the shopper does not know */
export function respondedPlace(place: SelectedLocation, choice: SplitChoice | null): SelectedLocation {
  const searched = { ...nothing, ...place.searched, choices: [] };
  if (!choice) return { ...place, searched };
  return {
    ...place,
    ...{ ward: choice.name, province: choice.province },
    searched: {
      ...searched,
      ...{ newCode: choice.code, text: joined(choice.name, shortProvince(choice.province)) },
      also: joined(place.ward, place.district),
    },
  };
}

const level = /^(Phường|Xã|Thị trấn|Quận|Huyện|Thị xã|Thành phố) (?!\d)/;
/** "Phường 15 (Tân Bình)" */
export const wardInDistrict = ({ ward, district }: SelectedLocation): string =>
  district === "" || district === ward ? ward : `${ward} (${district.replace(level, "")})`;

/** How the question names the new wards. */
export function choiceKind(choices: readonly SplitChoice[]): "wards" | "communes" | "mixed" {
  const all = (start: string): boolean => choices.every(({ name }) => name.startsWith(start));
  return all("Phường ") ? "wards" : all("Xã ") ? "communes" : "mixed";
}
