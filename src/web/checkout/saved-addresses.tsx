import { useState } from "react";
import type { BookAddress, RecipientAddress } from "#contract/address-book.ts";
import type { User } from "#contract/customer.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { Button } from "#design/button.tsx";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { isComplete } from "#web/account/delivery-address.ts";
import { useAddressBook } from "#web/account/use-address-book.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { fieldId } from "./field-id.ts";
import { emptyRecipient, fromDelivery, hasAddress, type OrderForm } from "./order-form.ts";

/** An address that is offered. */
interface OfferedAddress {
  /** of the radio button */
  value: string;
  address: RecipientAddress;
  label: string;
  mark: "default" | "last_order" | null;
}

const otherRecipient = "other";
/** So many are shown before "show all". */
const shownAtFirst = 3;

const isFilledFrom = (form: OrderForm, address: RecipientAddress): boolean =>
  Object.entries(fromDelivery(address)).every(
    ([field, value]) => JSON.stringify(form[field as keyof OrderForm]) === JSON.stringify(value),
  );
const isSame = (one: RecipientAddress, other: RecipientAddress): boolean =>
  JSON.stringify(fromDelivery(one)) === JSON.stringify(fromDelivery(other));

/** The address book, and the address of the last order if the book does not have it. */
function offered(addresses: readonly BookAddress[], last: RecipientAddress | null): OfferedAddress[] {
  const complete = addresses.filter(isComplete);
  const isNew = last && isComplete(last) && !complete.some((address) => isSame(address, last));
  const book = complete.map((address) => ({
    ...{ value: String(address.id), address, label: address.label },
    mark: address.is_default ? ("default" as const) : null,
  }));
  const own = book.filter(({ mark }) => mark === "default");
  const others = book.filter(({ mark }) => mark === null);
  return [
    ...own,
    ...(isNew ? [{ value: "last", address: last, label: "", mark: "last_order" as const }] : []),
    ...others,
  ];
}

function Offer({ address, label, mark }: Omit<OfferedAddress, "value">) {
  const t = useTexts();
  const names = [mark && t(`address_book.${mark}`), label].filter(Boolean).join(" · ");
  const { firstName, lastName, phone } = address;
  return (
    <>
      {names && <span className="block text-xs text-taupe">{names}</span>}
      <span className="block font-medium break-words">
        {lastName} {firstName} · <span className="tabular whitespace-nowrap">{toLocalPhone(phone)}</span>
      </span>
      <span className="mt-0.5 block break-words text-taupe">{address.text}</span>
    </>
  );
}

interface SavedAddressesProps {
  user: User;
  form: OrderForm;
  onChange: (change: Partial<OrderForm>) => void;
}

/** The customer's addresses, one tap each, and an empty form for another recipient. */
export function SavedAddresses({ user, form, onChange }: SavedAddressesProps) {
  const t = useTexts();
  const [all, setAll] = useState(false);
  const { data, isPending, isError, refetch, isFetching } = useAddressBook(user.id);
  if (isPending) return <Skeleton className="mb-6 h-32 w-full" />;
  const offers = data ? offered(data.addresses, data.last_order) : [];
  const chosen = form.otherRecipient
    ? otherRecipient
    : (offers.find(({ address }) => isFilledFrom(form, address))?.value ?? "");
  const shown = offers.filter(({ value }, index) => all || index < shownAtFirst || value === chosen);
  const choose = (value: string): void => {
    if (value === otherRecipient) {
      onChange({ ...emptyRecipient, otherRecipient: true, saveAddressToAccount: false });
      // the first of the emptied fields
      requestAnimationFrame(() => document.getElementById(fieldId("lastName"))?.focus());
      return;
    }
    const offer = offers.find((each) => each.value === value);
    if (!offer) return;
    const saves = offer.mark === "last_order" && !hasAddress(user, false);
    onChange({ ...fromDelivery(offer.address), otherRecipient: false, saveAddressToAccount: saves });
  };
  return (
    <div className="mb-6">
      {isError && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {t("address_book.load_error")}{" "}
          <Button look="quiet" className="-mx-2" busy={isFetching} onClick={() => void refetch()}>
            {t("common.retry")}
          </Button>
        </p>
      )}
      <RadioGroup
        legend={t("address_book.choose")}
        name="savedAddress"
        value={chosen}
        onChange={choose}
        choices={[
          ...shown.map(({ value, ...offer }) => ({ value, label: <Offer {...offer} /> })),
          {
            value: otherRecipient,
            label: t("address_book.other_recipient"),
            note: t("address_book.other_recipient_note"),
          },
        ]}
      />
      {shown.length < offers.length && (
        <Button look="quiet" className="mt-2 -ml-2" onClick={() => setAll(true)}>
          {t("address_book.show_all", { count: offers.length })}
        </Button>
      )}
    </div>
  );
}

/** Offers to save an address that the customer does not have yet, while there is room. */
export function SaveAddressChoice({ user, form, onChange }: SavedAddressesProps) {
  const t = useTexts();
  const { data } = useAddressBook(user.id);
  const isFirst = !hasAddress(user, false);
  if (!isFirst && !data) return null;
  const isFull = data !== undefined && data.addresses.length >= data.max;
  const isKnown = data?.addresses.some((address) => isFilledFrom(form, address)) ?? false;
  if (isFull || (isKnown && !isFirst)) return null;
  return (
    <Checkbox
      className="mt-5"
      label={t("order_info.keep_address")}
      checked={form.saveAddressToAccount}
      onChange={(event) => onChange({ saveAddressToAccount: event.target.checked })}
    />
  );
}
