import { useEffect, useState } from "react";
import type { User } from "#contract/customer.ts";
import { getKeepaliveClient } from "#web/api/api-client.ts";
import { userStoragePrefix } from "#web/api/user-storage.ts";
import { setSession } from "#web/api/session.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { emptyForm, fromProfile, type OrderForm, usualMethod } from "./order-form.ts";

const storageKey = `${userStoragePrefix}order-form`;
const takenKey = `${userStoragePrefix}order-form-profile`;

const read = (): Partial<OrderForm> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<OrderForm>;
  } catch {
    return {};
  }
};
/** What this customer typed. A session may end without a logout, and somebody else log in: they get an empty form. */
const readOwn = (customerId: number): Partial<OrderForm> => {
  const kept = read();
  return kept.customerId === customerId ? kept : {};
};
const write = (form: Partial<OrderForm>): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(form));
  } catch {} // without storage the form lasts as long as the page
};

/** Whether the form says all that the account knows: once something else is typed over it, it is no longer the account's. */
const says = (form: OrderForm, profile: Partial<OrderForm>): boolean =>
  Object.entries(profile).every(([field, value]) => value === "" || form[field as keyof OrderForm] === value);

/** The account's data as they were when the form took them over. */
const readTaken = (): string | null => {
  try {
    return sessionStorage.getItem(takenKey);
  } catch {
    return null;
  }
};
const writeTaken = (profile: Partial<OrderForm>): void => {
  try {
    sessionStorage.setItem(takenKey, JSON.stringify(profile));
  } catch {}
};
/** The form as it was left; with the account's data of today where it was filled from an account that has changed since. */
const readFor = (user: User): Partial<OrderForm> => {
  const kept = readOwn(user.id);
  const profile = fromProfile(user);
  const isNew = kept.customerId === undefined;
  if (!isNew && (!kept.useMyInfo || readTaken() === JSON.stringify(profile))) return kept;
  writeTaken(profile);
  if (isNew) return kept;
  write({ ...kept, ...profile });
  return { ...kept, ...profile };
};

/** The account has an address from now on, out of this form, though the page may go meanwhile: what else was typed into it stays. */
export async function saveAddress(form: OrderForm): Promise<void> {
  const answer = await getKeepaliveClient().saveProfile({
    ...{ address: form.shippingAddress.trim(), postcode: form.shippingZipCode.trim() },
    ...{ province_id: form.shippingProvinceId, city: form.shippingCity },
    ...{ district_id: form.shippingDistrictId, district: form.shippingDistrict },
    ...{ ward_code: form.shippingWardId, ward: form.shippingWard },
  });
  if (!answer.ok || !answer.data.user) return; // the order stands: it is asked again with the next one
  writeTaken(fromProfile(answer.data.user));
  setSession(answer.data.user);
}

/** After an order: whom and where to are kept for the next one, what was said about this one is not. */
export function forgetComments(): void {
  const { orderComments: _, ...kept } = read();
  write(kept);
}

/**
 * The checkout form: it starts with what the account knows, and what was typed outlives a reload and the way to a gateway and
 * back.
 */
export function useOrderForm(user: User): {
  form: OrderForm;
  change: (change: Partial<OrderForm>) => void;
  takeProfile: (wanted: boolean) => void;
} {
  const { paymentMethods } = useSettings();
  const [form, setForm] = useState<OrderForm>({
    ...emptyForm,
    ...fromProfile(user),
    useMyInfo: true,
    customerId: user.id,
    paymentMethod: usualMethod(paymentMethods),
  });
  useEffect(() => {
    const kept = readFor(user);
    setForm((before) => {
      const next = { ...before, ...kept };
      return paymentMethods.includes(next.paymentMethod)
        ? next
        : { ...next, paymentMethod: usualMethod(paymentMethods) };
    });
  }, [paymentMethods, user]);
  const change = (changed: Partial<OrderForm>) =>
    setForm((before) => {
      const edited = { ...before, ...changed };
      const next = { ...edited, useMyInfo: edited.useMyInfo && says(edited, fromProfile(user)) };
      write(next);
      return next;
    });
  const takeProfile = (wanted: boolean) => {
    if (wanted) writeTaken(fromProfile(user));
    change({ useMyInfo: wanted, ...(wanted ? fromProfile(user) : {}) });
  };
  return { form, change, takeProfile };
}
