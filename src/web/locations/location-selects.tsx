import type { ChangeEvent, ReactNode } from "react";
import { emptyLocation, type SelectedLocation } from "#contract/selected-location.ts";
import { Button } from "#design/button.tsx";
import { SelectField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type LocationList, useLocations } from "./use-locations.ts";

export type PlaceLevel = "province" | "district" | "ward";

const unit = /^(Tỉnh|Thành phố|Thị xã|Thị trấn|Quận|Huyện|Phường|Xã) (?!\d)(.+)$/;
/**
 * The name with its kind behind it, "Khánh Hòa (Tỉnh)": a select finds an option by its first characters (decision 0035).
 * Numbered units stay as they are.
 */
export const placeLabel = (name: string): string => name.replace(unit, "$2 ($1)");

interface LevelProps<Row extends { id: number | string; name: string }> {
  id: string | undefined;
  label: string;
  /** text of the empty option */
  prompt: string;
  disabled: boolean;
  list: LocationList<Row>;
  value: string;
  /** shown while the list loads, so that a prefilled select is not empty */
  valueName: string;
  error: string | undefined;
  /** the browser's autofill name of this level */
  autoComplete: "address-level1" | "address-level2" | "address-level3";
  className: string | undefined;
  onPick: (row: Row | null) => void;
}

function Level<Row extends { id: number | string; name: string }>({
  list,
  value,
  valueName,
  prompt,
  onPick,
  ...field
}: LevelProps<Row>) {
  const t = useTexts();
  const pick = (event: ChangeEvent<HTMLSelectElement>) =>
    onPick(list.rows.find((row) => String(row.id) === event.target.value) ?? null);
  const byLabel = new Intl.Collator("vi", { numeric: true });
  const sorted = [...list.rows].sort((one, other) => byLabel.compare(placeLabel(one.name), placeLabel(other.name)));
  const missing = value !== "" && !list.rows.some((row) => String(row.id) === value);
  const note: ReactNode = list.failed && (
    <span className="text-danger">
      {t("order_info.location_error")}{" "}
      <Button look="quiet" className="-mx-2" onClick={list.retry}>
        {t("common.retry")}
      </Button>
    </span>
  );
  return (
    <SelectField {...field} value={value} onChange={pick} hint={note}>
      <option value="">{list.loading ? t("order_info.location_loading") : prompt}</option>
      {missing && <option value={value}>{placeLabel(valueName)}</option>}
      {sorted.map((row) => (
        <option key={row.id} value={row.id}>
          {placeLabel(row.name)}
        </option>
      ))}
    </SelectField>
  );
}

export interface LocationSelectsProps {
  place: SelectedLocation;
  /** `postcode` comes with a newly chosen province */
  onChange: (place: SelectedLocation, postcode?: string) => void;
  ids?: Record<PlaceLevel, string>;
  error?: (level: PlaceLevel) => string | undefined;
  /** class of each of the three selects */
  className?: string;
}

/** Province, district, ward. Changing one level clears those below it. */
export function LocationSelects({ place, onChange, ids, error, className }: LocationSelectsProps) {
  const t = useTexts();
  const { provinces, districts, wards } = useLocations(place.provinceId, place.districtId);
  const { provinceId, province, districtId, district, wardCode, ward } = place;
  return (
    <>
      <Level
        id={ids?.province}
        className={className}
        autoComplete="address-level1"
        label={t("order_info.province")}
        prompt={t("order_info.choose_province")}
        disabled={false}
        list={provinces}
        value={String(provinceId ?? "")}
        valueName={province}
        error={error?.("province")}
        onPick={(row) =>
          onChange({ ...emptyLocation, provinceId: row?.id ?? null, province: row?.name ?? "" }, row?.postcode ?? "")
        }
      />
      <Level
        id={ids?.district}
        className={className}
        autoComplete="address-level2"
        label={t("order_info.district")}
        prompt={t(provinceId === null ? "order_info.district_disabled" : "order_info.choose_district")}
        disabled={provinceId === null}
        list={districts}
        value={String(districtId ?? "")}
        valueName={district}
        error={error?.("district")}
        onPick={(row) =>
          onChange({ ...emptyLocation, provinceId, province, districtId: row?.id ?? null, district: row?.name ?? "" })
        }
      />
      <Level
        id={ids?.ward}
        className={className}
        autoComplete="address-level3"
        label={t("order_info.ward")}
        prompt={t(districtId === null ? "order_info.ward_disabled" : "order_info.choose_ward")}
        disabled={districtId === null}
        list={wards}
        value={wardCode}
        valueName={ward}
        error={error?.("ward")}
        onPick={(row) => onChange({ ...place, wardCode: row?.id ?? "", ward: row?.name ?? "", searched: undefined })}
      />
    </>
  );
}
