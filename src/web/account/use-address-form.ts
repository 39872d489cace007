import { type FormEvent, useEffect, useRef, useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession } from "#web/api/session.ts";
import { toast } from "#design/toast.ts";
import { fieldMessages, problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import {
  type AddressDraft,
  type AddressErrors,
  addressErrorsOf,
  entryOf,
  forgetAddressDraft,
  storeAddressDraft,
} from "./address-draft.ts";
import { setAddressBook } from "./use-address-book.ts";

interface AddressFailure {
  message: string;
  fields: Readonly<Record<string, string>>;
}

/** In page order; by their DOM ids. */
const order = [
  "label",
  "lastName",
  "firstName",
  "phone",
  "address",
  "province",
  "district",
  "ward",
  "postcode",
] as const;
export const addressFieldId = (field: (typeof order)[number]): string => `address-${field}`;

/** State of the form of one address. @param onDone called after the server has saved it */
export function useAddressForm(customerId: number, start: AddressDraft, onDone: () => void) {
  const t = useTexts();
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<AddressFailure | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const errors = addressErrorsOf(draft);
  const isInvalid = Object.keys(errors).length > 0;
  const focusFirst = (invalid: object): void => {
    const first = order.find((field) => field in invalid);
    if (first) document.getElementById(addressFieldId(first))?.focus();
  };
  // no field is invalid: the message above them takes the focus
  useEffect(() => {
    if (failure && !order.some((field) => field in failure.fields)) summary.current?.focus();
  }, [failure]);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving) return;
    setTried(true);
    setFailure(null);
    if (isInvalid) return focusFirst(errors);
    setSaving(true);
    const entry = entryOf(draft);
    const result = await (draft.id === null
      ? getApiClient().addAddress(entry)
      : getApiClient().changeBookAddress(draft.id, entry));
    setSaving(false);
    if (!result.ok) {
      if (result.status === 401) revalidateSession();
      const { address_choice: choice, ...others } = fieldMessages(result);
      // of a ward that was searched, in the field in place of the selects
      const fields = { ...others, ...(choice !== undefined && { province: choice }) };
      setFailure({ message: problemMessage(t, result), fields });
      return focusFirst(fields);
    }
    forgetAddressDraft(customerId);
    setAddressBook(result.data);
    toast("success", result.data.message);
    onDone();
  };
  return {
    draft,
    saving,
    save,
    summary,
    /** the message above the form */
    message: failure?.message ?? (tried && isInvalid ? t("a11y.form_errors") : null),
    edit: (change: Partial<AddressDraft>) =>
      setDraft((before) => {
        const next = { ...before, ...change };
        storeAddressDraft(customerId, next);
        return next;
      }),
    error: (field: keyof AddressErrors): string | undefined => {
      const fieldError = tried ? errors[field] : undefined;
      return fieldError ? t(fieldError) : failure?.fields[field];
    },
  };
}
