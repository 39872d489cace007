import type { ChangeEvent, ReactNode } from "react";
import { Button } from "#web/design/button.tsx";
import { SelectField, TextField } from "#web/design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { fieldId } from "./field-id.ts";
import type { OrderForm } from "./order-form.ts";
import { type LocationList, type ProvinceRow, useLocations } from "./use-locations.ts";

interface AddressFieldsProps {
  form: OrderForm;
  error: (field: keyof OrderForm) => string | undefined;
  onChange: (change: Partial<OrderForm>) => void;
}

interface LevelProps<Row extends { id: number | string; name: string }> {
  field: keyof OrderForm;
  label: string;
  /** the empty choice: what to do now */
  prompt: string;
  disabled: boolean;
  list: LocationList<Row>;
  value: string;
  /** shown while the list is on its way, so that a prefilled choice is not empty */
  valueName: string;
  error: string | undefined;
  onPick: (row: Row | null) => void;
}

function Level<Row extends { id: number | string; name: string }>({
  field,
  label,
  prompt,
  disabled,
  list,
  value,
  valueName,
  error,
  onPick,
}: LevelProps<Row>) {
  const t = useTexts();
  const pick = (event: ChangeEvent<HTMLSelectElement>) =>
    onPick(list.rows.find((row) => String(row.id) === event.target.value) ?? null);
  const missing = value !== "" && !list.rows.some((row) => String(row.id) === value);
  let note: ReactNode = null;
  if (list.failed) {
    note = (
      <span className="text-danger">
        {t("order_info.location_error")}{" "}
        <Button look="quiet" onClick={list.retry}>
          {t("common.retry")}
        </Button>
      </span>
    );
  }
  return (
    <SelectField
      id={fieldId(field)}
      label={label}
      value={value}
      onChange={pick}
      disabled={disabled}
      error={error}
      hint={note}
      autoComplete="off"
    >
      <option value="">{list.loading ? t("order_info.location_loading") : prompt}</option>
      {missing && <option value={value}>{valueName}</option>}
      {list.rows.map((row) => (
        <option key={row.id} value={row.id}>
          {row.name}
        </option>
      ))}
    </SelectField>
  );
}

const noWard = { shippingWardId: "", shippingWard: "" };
const noDistrict = { shippingDistrictId: null, shippingDistrict: "", shippingState: "", ...noWard };

/** Street, province, district, ward and zip. A change of one level clears those beneath it. */
export function AddressFields({ form, error, onChange }: AddressFieldsProps) {
  const t = useTexts();
  const { provinces, districts, wards } = useLocations(form.shippingProvinceId, form.shippingDistrictId);
  const pickProvince = (row: ProvinceRow | null) =>
    onChange({
      shippingProvinceId: row?.id ?? null,
      shippingCity: row?.name ?? "",
      shippingZipCode: row?.postcode ?? "",
      ...noDistrict,
    });
  return (
    <div className="grid gap-5">
      <TextField
        id={fieldId("shippingAddress")}
        label={t("order_info.address")}
        autoComplete="address-line1"
        value={form.shippingAddress}
        error={error("shippingAddress")}
        onChange={(event) => onChange({ shippingAddress: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        <Level
          field="shippingProvinceId"
          label={t("order_info.province")}
          prompt={t("order_info.choose_province")}
          disabled={false}
          list={provinces}
          value={String(form.shippingProvinceId ?? "")}
          valueName={form.shippingCity}
          error={error("shippingProvinceId")}
          onPick={pickProvince}
        />
        <Level
          field="shippingDistrictId"
          label={t("order_info.district")}
          prompt={
            form.shippingProvinceId === null ? t("order_info.district_disabled") : t("order_info.choose_district")
          }
          disabled={form.shippingProvinceId === null}
          list={districts}
          value={String(form.shippingDistrictId ?? "")}
          valueName={form.shippingDistrict}
          error={error("shippingDistrictId")}
          onPick={(row) =>
            onChange({
              shippingDistrictId: row?.id ?? null,
              shippingDistrict: row?.name ?? "",
              shippingState: row?.name ?? "",
              ...noWard,
            })
          }
        />
        <Level
          field="shippingWardId"
          label={t("order_info.ward")}
          prompt={form.shippingDistrictId === null ? t("order_info.ward_disabled") : t("order_info.choose_ward")}
          disabled={form.shippingDistrictId === null}
          list={wards}
          value={form.shippingWardId}
          valueName={form.shippingWard}
          error={error("shippingWardId")}
          onPick={(row) => onChange({ shippingWardId: row?.id ?? "", shippingWard: row?.name ?? "" })}
        />
        <TextField
          id={fieldId("shippingZipCode")}
          label={t("order_info.zip")}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={6}
          value={form.shippingZipCode}
          error={error("shippingZipCode")}
          onChange={(event) => onChange({ shippingZipCode: event.target.value })}
        />
        <TextField
          id={fieldId("shippingCountry")}
          label={t("order_info.country")}
          value={t("order_info.vietnam")}
          readOnly
          autoComplete="off"
        />
      </div>
    </div>
  );
}
