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

/** After an order: whom and where to are kept for the next one, what was said about this one is not. */
export function forgetComments(): void {
  const { orderComments: _, ...kept } = read();
  write(kept);
}

const preferred = (offered: readonly PaymentMethod[]): PaymentMethod =>
  offered.includes("vnpay_visa") ? "vnpay_visa" : "cod";

/** The checkout form: what was typed outlives a reload and the way to a gateway and back. */
export function useOrderForm(user: User): {
  form: OrderForm;
  change: (change: Partial<OrderForm>) => void;
  takeProfile: (wanted: boolean) => void;
} {
  const { paymentMethods } = useSettings();
  const [form, setForm] = useState<OrderForm>({
    ...emptyForm,
    customerId: user.id,
    paymentMethod: preferred(paymentMethods),
  });
  useEffect(() => {
    const kept = readOwn(user.id);
    setForm((before) => {
      const next = { ...before, ...kept };
      return paymentMethods.includes(next.paymentMethod) ? next : { ...next, paymentMethod: preferred(paymentMethods) };
    });
  }, [paymentMethods, user.id]);
  const change = (changed: Partial<OrderForm>) =>
    setForm((before) => {
      const next = { ...before, ...changed };
      write(next);
      return next;
    });
  const takeProfile = (wanted: boolean) => change({ useMyInfo: wanted, ...(wanted ? fromProfile(user) : {}) });
  return { form, change, takeProfile };
}
