import type { ReactNode } from "react";
import { emptyLocation, type SelectedLocation } from "#contract/selected-location.ts";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { NewOrder } from "./new-order.ts";

interface DeliveryPartProps {
  order: NewOrder;
  change: (own: Partial<NewOrder>) => void;
  errors: Record<string, string>;
  /** why the address cannot be delivered to */
  placeProblem: string | null;
}

interface Place {
  id: string;
  name: string;
  postcode?: string | undefined;
}

interface PlaceLevelProps {
  label: string;
  value: string;
  /** shown until the list is loaded */
  name: string;
  /** undefined until it is loaded */
  places: readonly Place[] | undefined;
  failed: boolean;
  retry: () => void;
  disabled: boolean;
  error?: string | undefined;
  onPick: (place: Place | null) => void;
}

const byName = new Intl.Collator("vi", { numeric: true });

/** One level of the address. A chosen value stays visible while its list loads. */
function Level({ label, value, name, places = [], failed, retry, disabled, error, onPick }: PlaceLevelProps) {
  const t = useTexts();
  const sorted = [...places].sort((one, other) => byName.compare(one.name, other.name));
  const note: ReactNode = failed && (
    <span className="text-danger">
      {t("new_order.places_failed")}
      <Button look="quiet" className="min-h-12" onClick={retry}>
        {t("actions.retry")}
      </Button>
    </span>
  );
  return (
    <SelectField
      label={label}
      value={value}
      disabled={disabled}
      error={error}
      hint={note}
      onChange={(event) => onPick(places.find(({ id }) => id === event.target.value) ?? null)}
    >
      <option value="">{t("new_order.choose")}</option>
      {value !== "" && !places.some(({ id }) => id === value) && <option value={value}>{name}</option>}
      {sorted.map((place) => (
        <option key={place.id} value={place.id}>
          {place.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Province, district and ward of the carrier. Another province or district clears what is below it. */
function PlaceFields({
  place,
  onChange,
  error,
}: {
  place: SelectedLocation;
  onChange: (place: SelectedLocation, postcode?: string) => void;
  error: string | undefined;
}) {
  const t = useTexts();
  const { provinceId, province, districtId, district, wardCode, ward } = place;
  const provinces = useApi("GET places/province", {});
  const districts = useApi(
    "GET places/district",
    { query: { province_id: String(provinceId) } },
    { enabled: provinceId !== null },
  );
  const wards = useApi(
    "GET places/ward",
    { query: { district_id: String(districtId) } },
    { enabled: districtId !== null },
  );
  const state = ({ error: failure, refetch }: { error: unknown; refetch: () => unknown }) => ({
    failed: failure !== null,
    retry: () => void refetch(),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Level
        label={t("new_order.province")}
        value={String(provinceId ?? "")}
        name={province}
        disabled={false}
        {...state(provinces)}
        places={provinces.data?.data.data?.map((row) => ({
          ...{ id: String(row.ProvinceID), name: row.ProvinceName, postcode: row.postcode },
        }))}
        onPick={(row) =>
          onChange(
            { ...emptyLocation, provinceId: row ? Number(row.id) : null, province: row?.name ?? "" },
            row?.postcode,
          )
        }
      />
      <Level
        label={t("new_order.district")}
        value={String(districtId ?? "")}
        name={district}
        disabled={provinceId === null}
        {...state(districts)}
        places={districts.data?.data.data?.map((row) => ({ id: String(row.DistrictID), name: row.DistrictName }))}
        onPick={(row) =>
          onChange({
            ...emptyLocation,
            provinceId,
            province,
            districtId: row ? Number(row.id) : null,
            district: row?.name ?? "",
          })
        }
      />
      <Level
        label={t("new_order.ward")}
        value={wardCode}
        name={ward}
        disabled={districtId === null}
        error={error}
        {...state(wards)}
        places={wards.data?.data.data?.map((row) => ({ id: row.WardCode, name: row.WardName }))}
        onPick={(row) => onChange({ ...place, wardCode: row?.id ?? "", ward: row?.name ?? "" })}
      />
    </div>
  );
}

/** Shipped to an address, or picked up. */
export function DeliveryFields({ order, change, errors, placeProblem }: DeliveryPartProps) {
  const t = useTexts();
  const ways = ["flat_rate", "local_pickup"] as const;
  return (
    <div className="space-y-4">
      <RadioGroup
        legend={t("new_order.delivery")}
        legendHidden
        name="delivery"
        value={order.delivery}
        choices={ways.map((value) => ({ value, label: t(`new_order.${value}`) }))}
        onChange={(value) => change({ delivery: ways.find((one) => one === value) ?? "flat_rate" })}
      />
      {order.delivery === "flat_rate" && (
        <>
          <PlaceFields
            place={order.place}
            error={errors.place ?? placeProblem ?? undefined}
            onChange={(place, postcode) => change({ place, ...(postcode === undefined ? {} : { postcode }) })}
          />
          <TextField
            label={t("new_order.street")}
            autoComplete="off"
            required
            maxLength={200}
            value={order.street}
            error={errors.street}
            onChange={(event) => change({ street: event.target.value })}
          />
        </>
      )}
    </div>
  );
}
