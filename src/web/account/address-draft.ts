import type { AddressEntry, BookAddress } from "#contract/address-book.ts";
import type { User } from "#contract/customer.ts";
import { maxAddressLength, namePattern, toE164, toLocalPhone, zipPattern } from "#contract/person-validation.ts";
import { emptyLocation, isChosen, type SelectedLocation } from "#contract/selected-location.ts";
import { clearStorage, draftStorageKey } from "#web/api/user-storage.ts";
import type { TextKey } from "#web/i18n/translate.ts";
import { placeChangeOf, storedPlace } from "#web/locations/searched-place.ts";

/** An address while it is edited. */
export interface AddressDraft extends SelectedLocation {
  /** null: a new one */
  id: number | null;
  label: string;
  lastName: string;
  firstName: string;
  phone: string;
  address: string;
  postcode: string;
  isDefault: boolean;
}

/** The text fields, in page order. */
export const addressFields = ["label", "lastName", "firstName", "phone", "address", "postcode"] as const;
export type AddressField = (typeof addressFields)[number];

/** A new address, to the customer at first. */
export const newDraft = (user: User): AddressDraft => ({
  ...{ id: null, label: "", lastName: user.lastName, firstName: user.firstName, phone: toLocalPhone(user.phone) },
  ...{ ...emptyLocation, address: "", postcode: "", isDefault: false },
});

/** @param searches whether addresses are searched: the setting `address_form` */
export const draftOfAddress = (address: BookAddress, searches: boolean): AddressDraft => ({
  ...{ id: address.id, label: address.label, lastName: address.lastName, firstName: address.firstName },
  ...{ phone: toLocalPhone(address.phone), address: address.address, postcode: address.postcode },
  ...{ ...storedPlace(address, searches), isDefault: address.is_default },
});

export const entryOf = (draft: AddressDraft): AddressEntry => ({
  label: draft.label.trim(),
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  phone: draft.phone,
  address: draft.address.trim(),
  ...placeChangeOf(draft),
  postcode: draft.postcode.trim(),
  is_default: draft.isDefault,
});

/** An address of the book as it is stored, to store it again. */
export const entryOfAddress = (address: BookAddress, searches: boolean): AddressEntry =>
  entryOf(draftOfAddress(address, searches));

export type AddressErrors = Partial<Record<AddressField | "province" | "district" | "ward", TextKey>>;

/** The error message of each invalid field: the rules of checkout. */
export function addressErrorsOf(draft: AddressDraft): AddressErrors {
  const errors: AddressErrors = {};
  const check = (field: keyof AddressErrors, isRight: boolean, otherwise: TextKey): void => {
    if (!isRight) errors[field] = otherwise;
  };
  check("lastName", namePattern.test(draft.lastName.trim()), "validation.last_name");
  check("firstName", namePattern.test(draft.firstName.trim()), "validation.first_name");
  check("phone", toE164(draft.phone) !== null, "validation.vn_phone");
  check("address", draft.address.trim().length <= maxAddressLength, "validation.address_long");
  check("postcode", zipPattern.test(draft.postcode.trim()), "validation.zip");
  for (const field of addressFields)
    if (field !== "label" && draft[field].trim() === "") errors[field] = "validation.required";
  const isPlaced = isChosen(draft);
  check("province", isPlaced || draft.provinceId !== null, "validation.required");
  check("district", isPlaced || draft.districtId !== null, "validation.required");
  check("ward", isPlaced || draft.wardCode !== "", "validation.required");
  return errors;
}

const storageKey = (customerId: number): string => draftStorageKey(customerId, "address-draft");

/** The address that was being edited; stored as long as the tab. */
export function readAddressDraft(customerId: number): AddressDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(customerId)) ?? "null") as AddressDraft | null;
  } catch {
    return null;
  }
}

export function storeAddressDraft(customerId: number, draft: AddressDraft): void {
  try {
    sessionStorage.setItem(storageKey(customerId), JSON.stringify(draft));
  } catch {} // without storage it lasts for this page view
}

export const forgetAddressDraft = (customerId: number): void => clearStorage(storageKey(customerId));
