import { codMethodId, defaultMethod } from "#contract/payment-methods/index.ts";
import type { RecipientAddress } from "#contract/address-book.ts";
import type { User } from "#contract/customer.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import {
  emailError,
  maxAddressLength,
  looksLikePhone,
  namePattern,
  toE164,
  toLocalPhone,
  zipPattern,
} from "#contract/person-validation.ts";
import { hasSearchedWard, isChosen, type SearchedWards, type SelectedLocation } from "#contract/selected-location.ts";
import type { TextKey } from "#web/i18n/translate.ts";
import type { RememberedPlace } from "#web/delivery/place-memory.ts";
import { hasWard, storedPlace, wardKey } from "#web/locations/searched-place.ts";

/** The checkout form. Ids are the carrier's; a ward's id is its code, a string. */
export interface OrderForm {
  /** the owner's id */
  customerId: number;
  email: string;
  phone: string;
  firstName: string;
  lastName: string;
  useMyInfo: boolean;
  deliveryMethod: "shipment" | "in person";
  shippingAddress: string;
  shippingProvinceId: number | null;
  /** the province's name */
  shippingCity: string;
  shippingDistrictId: number | null;
  shippingDistrict: string;
  /** filled from the district */
  shippingState: string;
  shippingWardId: string;
  shippingWard: string;
  /** the ward as it was chosen by old or new names; null from the three selects */
  shippingSearched: SearchedWards | null;
  shippingZipCode: string;
  shippingCountry: "VN";
  /** the parcel goes to another person */
  otherRecipient: boolean;
  /** save the address to the account */
  saveAddressToAccount: boolean;
  paymentMethod: PaymentMethod;
  orderComments: string;
}
export type OrderField = keyof OrderForm;

export const emptyForm: Omit<OrderForm, "customerId"> = {
  email: "",
  phone: "",
  firstName: "",
  lastName: "",
  useMyInfo: false,
  deliveryMethod: "shipment",
  shippingAddress: "",
  shippingProvinceId: null,
  shippingCity: "",
  shippingDistrictId: null,
  shippingDistrict: "",
  shippingState: "",
  shippingWardId: "",
  shippingWard: "",
  shippingSearched: null,
  shippingZipCode: "",
  shippingCountry: "VN",
  otherRecipient: false,
  saveAddressToAccount: false,
  paymentMethod: defaultMethod,
  orderComments: "",
};

/** The initial payment method: the default one, or cash if that is unavailable. */
export const usualMethod = (offered: readonly PaymentMethod[]): PaymentMethod =>
  offered.includes(defaultMethod) ? defaultMethod : codMethodId;

/** The place of the form. */
export const placeOf = (form: OrderForm): SelectedLocation => ({
  provinceId: form.shippingProvinceId,
  province: form.shippingCity,
  districtId: form.shippingDistrictId,
  district: form.shippingDistrict,
  wardCode: form.shippingWardId,
  ward: form.shippingWard,
  ...(form.shippingSearched && { searched: form.shippingSearched }),
});

/** A place as form values. */
export const fromPlace = (place: SelectedLocation): Partial<OrderForm> => ({
  shippingProvinceId: place.provinceId,
  shippingCity: place.province,
  shippingDistrictId: place.districtId,
  shippingDistrict: place.district,
  shippingState: place.district,
  shippingWardId: place.wardCode,
  shippingWard: place.ward,
  shippingSearched: place.searched ?? null,
});

/**
 * A new address begins with the place that the visitor has chosen for the delivery on the pages of the shop. One that is stored, or that
 * was begun, stays as it is.
 */
export function withPlace(form: OrderForm, place: RememberedPlace | null): OrderForm {
  const isBegun = form.shippingSearched !== null || address.some((field) => !isBlank(form[field]));
  if (!place || isBegun || form.otherRecipient) return form;
  return { ...form, ...fromPlace(place), shippingZipCode: place.postcode ?? "" };
}

type AddressTarget = "profile" | "book";

/** Whether they are the names and the phone number of the account's person. */
export const isOwnPerson = (
  user: User,
  { firstName, lastName, phone }: Pick<User, "firstName" | "lastName" | "phone">,
) => firstName.trim() === user.firstName && lastName.trim() === user.lastName && toE164(phone) === toE164(user.phone);

/**
 * Where the address of an order can be saved: as the one of the profile, if that has none or one that is to be checked, else, and for
 * another recipient, as an entry of the book. The first entry is the customer's default.
 * @param searches whether addresses are searched: the setting `address_form`
 */
export function addressTarget(user: User, form: OrderForm, searches: boolean): AddressTarget {
  if (form.otherRecipient || user.address_recipient || !isOwnPerson(user, form)) return "book";
  return hasWard(user, searches) && !(searches && user.saved_address?.needs_check) ? "book" : "profile";
}

/** The profile's data as form values. Address fields only if the profile has a complete address, at which the customer receives parcels. */
export function fromProfile(user: User, searches: boolean): Partial<OrderForm> {
  const person = {
    email: user.email,
    phone: toLocalPhone(user.phone),
    firstName: user.firstName,
    lastName: user.lastName,
  };
  if (user.address_recipient) return person;
  const place = storedPlace(user, searches);
  if (!isChosen(place)) return { ...person, ...(user.address ? { shippingAddress: user.address } : {}) };
  return {
    ...person,
    shippingAddress: user.address,
    ...fromPlace(place),
    ...(user.postcode ? { shippingZipCode: user.postcode } : {}),
  };
}

/** A stored address as form values. */
export const fromDelivery = (address: RecipientAddress, searches: boolean): Partial<OrderForm> => ({
  phone: toLocalPhone(address.phone),
  firstName: address.firstName,
  lastName: address.lastName,
  shippingAddress: address.address,
  ...fromPlace(storedPlace(address, searches)),
  ...(address.postcode ? { shippingZipCode: address.postcode } : {}),
});

/** What the form begins with: the profile's data, or the customer's default address with its recipient, if that is another person. */
export function proposedFor(user: User, searches: boolean): Partial<OrderForm> {
  const profile = fromProfile(user, searches);
  const { address_recipient: recipient } = user;
  return recipient ? { ...profile, ...fromDelivery({ ...user, ...recipient, text: "" }, searches) } : profile;
}

/** Whether the form has the recipient and the ward of a stored address. */
export function isFilledFrom(form: OrderForm, address: RecipientAddress, searches: boolean): boolean {
  const filled = { ...form, ...fromDelivery(address, searches) };
  const fields = ["phone", "firstName", "lastName", "shippingAddress", "shippingZipCode"] as const;
  return fields.every((field) => form[field] === filled[field]) && wardKey(placeOf(form)) === wardKey(placeOf(filled));
}

/** The form without a recipient and an address; the email stays the customer's. */
export const emptyRecipient: Partial<OrderForm> = {
  ...{ phone: "", firstName: "", lastName: "", shippingAddress: "", shippingProvinceId: null, shippingCity: "" },
  ...{ shippingDistrictId: null, shippingDistrict: "", shippingState: "", shippingWardId: "", shippingWard: "" },
  ...{ shippingSearched: null, shippingZipCode: "" },
};

export type FieldErrorKey =
  | "required"
  | NonNullable<ReturnType<typeof emailError>>
  | "phone"
  | "vn_phone"
  | "first_name"
  | "last_name"
  | "zip"
  | "address_long";
export type FieldErrors = Partial<Record<OrderField, FieldErrorKey>>;

const personal = ["lastName", "firstName", "email", "phone"] as const;
const address = [
  "shippingAddress",
  "shippingProvinceId",
  "shippingDistrictId",
  "shippingWardId",
  "shippingZipCode",
] as const;
/** The ids belong to the three selects alone. */
const addressOfWard = ["shippingAddress", "shippingZipCode"] as const;
/** In page order; the first invalid one gets the focus. */
export const fieldOrder: readonly OrderField[] = [...personal, ...address];

interface FormRules {
  /** of a guest while codes can be sent to phones; the server's rule is `isEmailOptional` */
  emailOptional: boolean;
}

const isBlank = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() === "");

function errorsOf(form: OrderForm, { emailOptional }: FormRules): FieldErrors {
  const errors: FieldErrors = {};
  const shipment = form.deliveryMethod === "shipment";
  const required = hasSearchedWard(form.shippingSearched) ? addressOfWard : address;
  for (const field of [...personal, ...(shipment ? required : [])])
    if (isBlank(form[field]) && !(field === "email" && emailOptional)) errors[field] = "required";
  const wrongEmail = isBlank(form.email) ? null : emailError(form.email.trim());
  if (wrongEmail) errors.email = wrongEmail;
  if (!errors.phone && toE164(form.phone) === null) errors.phone = looksLikePhone(form.phone) ? "vn_phone" : "phone";
  if (!errors.firstName && !namePattern.test(form.firstName.trim())) errors.firstName = "first_name";
  if (!errors.lastName && !namePattern.test(form.lastName.trim())) errors.lastName = "last_name";
  if (shipment && !errors.shippingZipCode && !zipPattern.test(form.shippingZipCode.trim()))
    errors.shippingZipCode = "zip";
  if (shipment && form.shippingAddress.trim().length > maxAddressLength) errors.shippingAddress = "address_long";
  return errors;
}

/** The message above the form, in the specification's order of checks. */
function summaryOf(errors: FieldErrors, itemCount: number): TextKey | null {
  if (personal.some((field) => errors[field] === "required")) return "order_info.alert_personal";
  if (address.some((field) => errors[field] !== undefined && errors[field] !== "address_long"))
    return "order_info.alert_address";
  if (errors.shippingAddress) return "validation.address_long";
  if (errors.email) return "order_info.alert_email";
  if (errors.phone === "vn_phone") return "validation.vn_phone";
  if (errors.phone) return "order_info.alert_phone";
  if (Object.keys(errors).length > 0) return "order_info.alert_personal";
  return itemCount === 0 ? "order_info.alert_cart_empty" : null;
}

/** Validates the form: the errors by field, and the message for the whole; null if valid. */
export function checkForm(
  form: OrderForm,
  itemCount: number,
  rules: FormRules,
): { errors: FieldErrors; summary: TextKey } | null {
  const errors = errorsOf(form, rules);
  const summary = summaryOf(errors, itemCount);
  return summary && { errors, summary };
}
