import type { ComponentProps } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import type { AddressDraft, AddressField } from "./address-draft.ts";
import { placeOf } from "./profile-draft.ts";
import { addressFieldId, useAddressForm } from "./use-address-form.ts";

/** stacked on a phone */
const ownRow = "col-span-2 sm:col-span-1";
const wholeRow = "col-span-2";

type AddressInput = Pick<
  ComponentProps<typeof TextField>,
  "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "maxLength" | "required" | "className"
>;
const inputOf: Record<AddressField, AddressInput> = {
  label: { autoComplete: "off", maxLength: 40, className: wholeRow },
  lastName: { autoComplete: "section-address family-name", autoCapitalize: "words", required: true },
  firstName: { autoComplete: "section-address given-name", autoCapitalize: "words", required: true },
  phone: {
    ...{ type: "tel", inputMode: "tel", autoComplete: "section-address tel", required: true },
    className: wholeRow,
  },
  address: { autoComplete: "section-address address-line1", required: true, className: wholeRow },
  postcode: {
    ...{ inputMode: "numeric", autoComplete: "section-address postal-code", maxLength: 6, required: true },
    className: ownRow,
  },
};
const ids = {
  province: addressFieldId("province"),
  district: addressFieldId("district"),
  ward: addressFieldId("ward"),
};

interface AddressFormProps {
  customerId: number;
  start: AddressDraft;
  /** it starts with an address that was not saved */
  stored: boolean;
  /** the first address is the default in any case, and the default stays it */
  mayBeDefault: boolean;
  /** called after saving */
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of one address of the book. */
export function AddressForm({ customerId, start, stored, mayBeDefault, onSaved, onCancel }: AddressFormProps) {
  const t = useTexts();
  const { draft, edit, error, save, saving, message, summary } = useAddressForm(customerId, start, onSaved);
  const input = (field: AddressField) => (
    <TextField
      {...inputOf[field]}
      id={addressFieldId(field)}
      label={t(field === "label" ? "address_book.label" : `profile.${field}`)}
      {...(field === "label" ? { optional: t("common.optional"), hint: t("address_book.label_hint") } : {})}
      value={draft[field]}
      error={error(field)}
      onChange={(event) => edit({ [field]: event.target.value })}
    />
  );
  return (
    <form noValidate onSubmit={save} className="grid grid-cols-2 gap-x-4 gap-y-5 sm:gap-x-5">
      {message && (
        <Alert ref={summary} tabIndex={-1} className={wholeRow}>
          {message}
        </Alert>
      )}
      {stored && !message && (
        <p role="status" className="col-span-2 border-l-2 border-champagne bg-sand px-4 py-3 text-sm">
          {t("address_book.draft_stored")}
        </p>
      )}
      {input("label")}
      {input("lastName")}
      {input("firstName")}
      {input("phone")}
      {input("address")}
      <PlaceFields
        place={placeOf(draft)}
        street={{ value: draft.address, fill: (address) => edit({ address }) }}
        ids={ids}
        className={ownRow}
        error={error}
        onChange={(place, postcode) =>
          edit({ searched: undefined, ...place, ...(postcode === undefined ? {} : { postcode }) })
        }
      />
      {input("postcode")}
      {mayBeDefault && (
        <Checkbox
          className={wholeRow}
          label={t("address_book.as_default")}
          checked={draft.isDefault}
          onChange={(event) => edit({ isDefault: event.target.checked })}
        />
      )}
      <div className="col-span-2 mt-3 flex gap-3">
        <Button type="submit" busy={saving}>
          {t(saving ? "profile.saving" : "address_book.save")}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {t("profile.cancel")}
        </Button>
      </div>
    </form>
  );
}
