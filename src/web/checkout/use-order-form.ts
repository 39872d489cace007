import { useEffect, useState } from "react";
import type { User } from "#contract/customer.ts";
import type { PaymentMethod } from "#contract/order.ts";
import { personStoragePrefix } from "#web/api/session.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { emptyForm, fromProfile, type OrderForm } from "./order-form.ts";

const storageKey = `${personStoragePrefix}order-form`;

const read = (): Partial<OrderForm> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Partial<OrderForm>;
  } catch {
    return {};
  }
};

const preferred = (offered: readonly PaymentMethod[]): PaymentMethod =>
  offered.includes("vnpay_visa") ? "vnpay_visa" : "cod";

/**
 * The checkout form: what was typed outlives a reload and the way to a gateway and back. A first visit starts with the
 * account's contact data, all of it editable.
 */
export function useOrderForm(user: User): {
  form: OrderForm;
  change: (change: Partial<OrderForm>) => void;
  takeProfile: (wanted: boolean) => void;
} {
  const { paymentMethods } = useSettings();
  const [form, setForm] = useState<OrderForm>({ ...emptyForm, paymentMethod: preferred(paymentMethods) });
  useEffect(() => {
    const kept = read();
    setForm((before) => {
      const next = { ...before, ...kept };
      return paymentMethods.includes(next.paymentMethod) ? next : { ...next, paymentMethod: preferred(paymentMethods) };
    });
  }, [paymentMethods]);
  const change = (changed: Partial<OrderForm>) =>
    setForm((before) => {
      const next = { ...before, ...changed };
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(next));
      } catch {} // without storage the form lasts as long as the page
      return next;
    });
  const takeProfile = (wanted: boolean) => change({ useMyInfo: wanted, ...(wanted ? fromProfile(user) : {}) });
  return { form, change, takeProfile };
}
