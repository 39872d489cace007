import { useEffect, useState } from "react";
import type { User } from "#contract/customer.ts";
import { hasSearchedWard } from "#contract/selected-location.ts";
import { getKeepaliveClient } from "#web/api/api-client.ts";
import { draftStorageKey, visitorOwner } from "#web/api/user-storage.ts";
import { currentOwner, setSession } from "#web/api/session.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { usePlace } from "#web/delivery/place-memory.ts";
import { hasWard, placeChangeOf } from "#web/locations/searched-place.ts";
import { setAddressBook } from "#web/account/use-address-book.ts";
import {
  emptyForm,
  emptyRecipient,
  fromProfile,
  type OrderForm,
  placeOf,
  proposedFor,
  usualMethod,
  withPlace,
} from "./order-form.ts";

const formKey = (owner: number | string): string => draftStorageKey(owner, "order-form");
const filledProfileKey = (owner: number): string => draftStorageKey(owner, "order-form-profile");

const ownerOf = (user: User | null): number | string => user?.id ?? visitorOwner;
/** A guest has no stored data. */
const profileOf = (user: User | null, searches: boolean): Partial<OrderForm> =>
  user ? fromProfile(user, searches) : {};

/** The customer's input. A session may expire without a logout, and another user log in: they get an empty form. */
const read = (owner: number | string): Partial<OrderForm> => {
  try {
    return JSON.parse(sessionStorage.getItem(formKey(owner)) ?? "{}") as Partial<OrderForm>;
  } catch {
    return {};
  }
};
const write = (owner: number | string, form: Partial<OrderForm>): void => {
  try {
    sessionStorage.setItem(formKey(owner), JSON.stringify(form));
  } catch {} // without storage the form lasts for this page view
};

/**
 * Whether the form has all of the account's values: after other input it no longer counts as filled from the account.
 */
const matchesAccount = (form: OrderForm, profile: Partial<OrderForm>): boolean =>
  Object.entries(profile).every(
    ([field, value]) => value === "" || JSON.stringify(form[field as keyof OrderForm]) === JSON.stringify(value),
  );

/** The account's data when the form was filled from them. */
const readFilledProfile = (owner: number): string | null => {
  try {
    return sessionStorage.getItem(filledProfileKey(owner));
  } catch {
    return null;
  }
};
const writeFilledProfile = (owner: number, profile: Partial<OrderForm>): void => {
  try {
    sessionStorage.setItem(filledProfileKey(owner), JSON.stringify(profile));
  } catch {}
};
/** The stored form; if it was filled from an account that has changed since, with the account's current data. */
const readFor = (user: User | null, searches: boolean): Partial<OrderForm> => {
  if (!user) return read(visitorOwner);
  const stored = read(user.id);
  const profile = fromProfile(user, searches);
  const isNew = stored.customerId === undefined;
  if (!isNew && (!stored.useMyInfo || readFilledProfile(user.id) === JSON.stringify(profile))) return stored;
  writeFilledProfile(user.id, profile);
  if (isNew) return stored;
  const next = { ...stored, ...profile, saveAddressToAccount: !hasWard(user, searches) };
  write(user.id, next);
  return next;
};

/** Adds the recipient and the address of the form to the address book. */
const addToBook = (form: OrderForm) =>
  getKeepaliveClient().addAddress({
    ...{ label: "", firstName: form.firstName.trim(), lastName: form.lastName.trim(), phone: form.phone },
    ...{ address: form.shippingAddress.trim(), postcode: form.shippingZipCode.trim() },
    ...placeChangeOf(placeOf(form)),
  });

/**
 * The account has saved this form's address, even if the page is left meanwhile: the other input stays. It is the address of the
 * profile if that has none, and of another recipient it is a further one.
 */
export async function saveAddress(form: OrderForm, toBook: boolean): Promise<void> {
  if (toBook) {
    const added = await addToBook(form);
    if (added.ok) setAddressBook(added.data);
    return;
  }
  const result = await getKeepaliveClient().saveProfile({
    ...{ address: form.shippingAddress.trim(), postcode: form.shippingZipCode.trim() },
    ...placeChangeOf(placeOf(form)),
  });
  if (!result.ok || !result.data.user) return; // the order is placed: the choice is offered again with the next one
  writeFilledProfile(form.customerId, fromProfile(result.data.user, hasSearchedWard(form.shippingSearched)));
  setSession(result.data.user);
}

/**
 * After an order: contact and address stay for the next one, unless they are another recipient's; the note and what to do with the
 * address do not.
 */
export function forgetComments(): void {
  const owner = currentOwner();
  const { orderComments: _, otherRecipient, saveAddressToAccount: _saves, ...stored } = read(owner);
  const isOthers = (field: string): boolean => field in emptyRecipient || field === "useMyInfo";
  const own = Object.entries(stored).filter(([field]) => !otherRecipient || !isOthers(field));
  write(owner, Object.fromEntries(own));
}

/** The checkout form: filled from the account, or with the place that the visitor has chosen before; input survives a reload and the round trip to a gateway. */
export function useOrderForm(user: User | null): {
  form: OrderForm;
  change: (change: Partial<OrderForm>) => void;
  fillFromProfile: (checked: boolean) => void;
} {
  const { paymentMethods, addressSearch: searches = false } = useSettings();
  const [form, setForm] = useState<OrderForm>({
    ...emptyForm,
    ...(user && proposedFor(user, searches)),
    useMyInfo: user !== null && !user.address_recipient,
    saveAddressToAccount: user !== null && !hasWard(user, searches),
    customerId: user?.id ?? 0,
    paymentMethod: usualMethod(paymentMethods),
  });
  const place = usePlace();
  useEffect(() => {
    const stored = readFor(user, searches);
    setForm((before) => {
      const next = withPlace({ ...before, ...stored, ...(!searches && { shippingSearched: null }) }, place);
      return paymentMethods.includes(next.paymentMethod)
        ? next
        : { ...next, paymentMethod: usualMethod(paymentMethods) };
    });
  }, [paymentMethods, place, searches, user]);
  const change = (changed: Partial<OrderForm>) =>
    setForm((before) => {
      const edited = { ...before, ...changed };
      const next = { ...edited, useMyInfo: edited.useMyInfo && matchesAccount(edited, profileOf(user, searches)) };
      write(ownerOf(user), next);
      return next;
    });
  const fillFromProfile = (checked: boolean) => {
    if (checked && user) writeFilledProfile(user.id, fromProfile(user, searches));
    // nothing is stored of an address at which another person receives parcels
    const own = { ...(user?.address_recipient && emptyRecipient), ...profileOf(user, searches), otherRecipient: false };
    change({ useMyInfo: checked, ...(checked && own) });
  };
  return { form, change, fillFromProfile };
}
