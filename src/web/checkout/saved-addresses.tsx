import { useState } from "react";
import type { CustomerAddressBook, RecipientAddress } from "#contract/address-book.ts";
import type { User } from "#contract/customer.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { Button } from "#design/button.tsx";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { useAddressBook } from "#web/account/use-address-book.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { hasWard } from "#web/locations/searched-place.ts";
import { fieldId } from "./field-id.ts";
import {
  addressTarget,
  emptyForm,
  emptyRecipient,
  fromDelivery,
  isFilledFrom,
  isOwnPerson,
  type OrderForm,
} from "./order-form.ts";

/** An address that is offered. */
interface OfferedAddress {
  /** of the radio button */
  value: string;
  address: RecipientAddress;
  label: string;
  mark: "default" | "last_order" | null;
}

const otherRecipient = "other";
/** Number of addresses shown before "show all". */
const shownAtFirst = 3;

const filledFrom = (address: RecipientAddress, searches: boolean): OrderForm => ({
  ...{ ...emptyForm, customerId: 0 },
  ...fromDelivery(address, searches),
});

/** The address book, and the address of the last order if the book does not have it. */
function offered({ addresses, last_order: last }: CustomerAddressBook, searches: boolean): OfferedAddress[] {
  const complete = addresses.filter((address) => hasWard(address, searches));
  const isNew =
    last &&
    hasWard(last, searches) &&
    !complete.some((address) => isFilledFrom(filledFrom(last, searches), address, searches));
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

/** Whether the saved addresses, whose number is not known yet, are still loading; never for a guest. */
export const useAddressesPending = (user: User | null): boolean =>
  useAddressBook(user?.id ?? 0).isPending && user !== null;

/** The customer's addresses, one tap each, and an empty form for another recipient. */
export function SavedAddresses({ user, form, onChange }: SavedAddressesProps) {
  const t = useTexts();
  const { addressSearch: searches = false } = useSettings();
  const [all, setAll] = useState(false);
  const { data, isPending, isError, refetch, isFetching } = useAddressBook(user.id);
  if (isPending) return <Skeleton className="mb-6 h-32 w-full" />;
  const offers = data ? offered(data, searches) : [];
  const chosen = form.otherRecipient
    ? otherRecipient
    : (offers.find(({ address }) => isFilledFrom(form, address, searches))?.value ?? "");
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
    const saves = offer.mark === "last_order" && !hasWard(user, searches) && isOwnPerson(user, offer.address);
    onChange({ ...fromDelivery(offer.address, searches), otherRecipient: false, saveAddressToAccount: saves });
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
  const { addressSearch: searches = false } = useSettings();
  const { data } = useAddressBook(user.id);
  const target = addressTarget(user, form, searches);
  const known = data?.addresses.find((address) => isFilledFrom(form, address, searches));
  if (known && !known.is_default) return null;
  if (target === "book" && (!data || known || data.addresses.length >= data.max)) return null;
  return (
    <Checkbox
      className="mt-5"
      label={t("order_info.keep_address")}
      hint={target === "book" && data?.addresses.length === 0 && t("order_info.keep_as_default")}
      checked={form.saveAddressToAccount}
      onChange={(event) => onChange({ saveAddressToAccount: event.target.checked })}
    />
  );
}
