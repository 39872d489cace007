import { TextField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import { fieldId } from "./field-id.ts";
import { fromPlace, type OrderForm, placeOf } from "./order-form.ts";

interface AddressFieldsProps {
  form: OrderForm;
  error: (field: keyof OrderForm) => string | undefined;
  onChange: (change: Partial<OrderForm>) => void;
}

const fieldOf = { province: "shippingProvinceId", district: "shippingDistrictId", ward: "shippingWardId" } as const;
const ids = { province: fieldId(fieldOf.province), district: fieldId(fieldOf.district), ward: fieldId(fieldOf.ward) };

/** The delivery address. Choosing a province prefills the postcode. */
export function AddressFields({ form, error, onChange }: AddressFieldsProps) {
  const t = useTexts();
  return (
    <div className="grid gap-5">
      <TextField
        id={fieldId("shippingAddress")}
        label={t("order_info.address")}
        autoComplete="address-line1"
        required
        value={form.shippingAddress}
        error={error("shippingAddress")}
        onChange={(event) => onChange({ shippingAddress: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        <PlaceFields
          street={{
            value: form.shippingAddress,
            fill: (line) => onChange({ shippingAddress: line }),
          }}
          place={placeOf(form)}
          ids={ids}
          error={(level) => error(fieldOf[level])}
          onChange={(place, postcode) =>
            onChange({ ...fromPlace(place), ...(postcode === undefined ? {} : { shippingZipCode: postcode }) })
          }
        />
        <div className="grid grid-cols-2 gap-4 sm:contents">
          <TextField
            id={fieldId("shippingZipCode")}
            label={t("order_info.zip")}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={6}
            required
            value={form.shippingZipCode}
            error={error("shippingZipCode")}
            onChange={(event) => onChange({ shippingZipCode: event.target.value })}
          />
          <TextField
            id={fieldId("shippingCountry")}
            label={t("order_info.country")}
            value={t("order_info.vietnam")}
            readOnly
            autoComplete="country-name"
          />
        </div>
      </div>
    </div>
  );
}
