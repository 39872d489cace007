import { isChargedInUsd } from "#contract/payment-methods/index.ts";
import { type FormEvent, useState } from "react";
import type { User } from "#contract/customer.ts";
import type { GuestForm } from "#contract/order.ts";
import { useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { useEmailOptional } from "#web/api/require-buyer.ts";
import { useSelection } from "#web/cart/selection.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { addressTarget, checkForm, fieldOrder, type OrderField, type OrderForm } from "./order-form.ts";
import { useOrderForm } from "./use-order-form.ts";
import { formErrorsOf, useFormErrors } from "./use-form-errors.ts";
import { useOrderPromise } from "./use-order-promise.ts";
import { useShippingQuote } from "./use-shipping-quote.ts";
import { useSubmit } from "./use-submit.ts";

/** Props of the form's sections: values, errors, and change handlers. */
export interface FormView {
  form: OrderForm;
  emailOptional: boolean;
  error: (field: OrderField) => string | undefined;
  edit: (change: Partial<OrderForm>) => void;
  /** fills in the account's data, which can then be edited */
  fillFromProfile: (checked: boolean) => void;
}

/** State of the order-info step: form, lines, total, errors, and submission. */
export function useOrderInfo(user: User | null, readTrap: () => GuestForm | undefined) {
  const t = useTexts();
  const { addressSearch = false } = useSettings();
  const { cart, failure, retry } = useCart();
  const selection = useSelection(cart);
  const { form, change, fillFromProfile } = useOrderForm(user);
  // a guest finds the order by a code sent to the phone, until the server cannot send any
  const wasOptional = useEmailOptional();
  const [isRequired, setRequired] = useState(false);
  const emailOptional = user === null && wasOptional && !isRequired;
  const quote = useShippingQuote(form, selection.items);
  const promise = useOrderPromise(form, selection.items);
  const lines = selection.items.map(({ cart_item_key: key, quantity }) => `${key}:${quantity}`).join();
  const { summary, showErrors, clearErrors, error, ...shown } = useFormErrors(`${quote.state} ${lines}`);
  const { submit, submitting, placed } = useSubmit(() => showErrors(null));
  const view: FormView = {
    form,
    emailOptional,
    error,
    edit: (changed) => {
      clearErrors(Object.keys(changed));
      change(changed);
    },
    fillFromProfile: (checked) => {
      clearErrors(fieldOrder);
      fillFromProfile(checked);
    },
  };

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (submitting) return;
    await flushCartEdits();
    if (!cart) return showErrors({ message: t("cart.load_error"), fields: {} });
    const invalid = checkForm(form, selection.count, { emailOptional });
    if (invalid) return showErrors(formErrorsOf(t, invalid));
    // an order is placed at a displayed total only: the button shows that the cost is being computed
    if (quote.state === "loading") return;
    if (quote.state === "failed") return quote.retry();
    showErrors(null);
    const { items, subtotal } = selection;
    const saves = form.saveAddressToAccount && form.deliveryMethod === "shipment" && user !== null;
    const saveAddressTo = saves ? addressTarget(user, form, addressSearch) : null;
    const errors = await submit({
      form,
      items,
      subtotal,
      cartVersion: cart.version,
      quote,
      promise,
      saveAddressTo,
      guestForm: readTrap(),
    });
    if (errors?.fields.email && form.email.trim() === "") setRequired(true);
    showErrors(errors);
  };
  const { items, subtotal } = placed ?? selection;
  const known = placed !== null || (cart !== undefined && selection.known);
  const inDollars = isChargedInUsd(form.paymentMethod);
  const ordered = {
    items,
    subtotal,
    quote: placed?.quote ?? quote,
    promise: placed?.promise ?? promise,
    known,
    failed: failure !== null,
    retry,
    inDollars,
  };
  return { view, ordered, summary, ...shown, onSubmit, submitting, placed: placed !== null };
}
