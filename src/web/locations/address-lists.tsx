import { useState } from "react";
import { shortProvince } from "#contract/address-label.ts";
import type { SelectedLocation } from "#contract/selected-location.ts";
import { Button } from "#design/button.tsx";
import { SegmentedChoice } from "#design/choice.tsx";
import { SelectField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { LocationSelects, placeLabel } from "./location-selects.tsx";
import { type AddressOption, useAddressUnits } from "./use-address-suggestions.ts";

const schemes = ["old3", "new2"] as const;
type Scheme = (typeof schemes)[number];
const nameOf = { old3: "old", new2: "new" } as const;

function SchemeSwitch({ value, onChange }: { value: Scheme; onChange: (scheme: Scheme) => void }) {
  const t = useTexts();
  return (
    <SegmentedChoice
      legend={t("address_search.scheme")}
      legendHidden
      name="address-scheme"
      className="sm:max-w-lg"
      value={value}
      onChange={onChange}
      choices={schemes.map((scheme) => ({
        value: scheme,
        label: (
          <>
            {t(`address_search.scheme_${nameOf[scheme]}`)}{" "}
            <span className="block text-xs opacity-80">{t(`address_search.scheme_${nameOf[scheme]}_time`)}</span>
          </>
        ),
      }))}
    />
  );
}

interface UnitSelectProps {
  label: string;
  prompt: string;
  list: ReturnType<typeof useAddressUnits>;
  value: string;
  disabled: boolean;
  onPick: (code: string, name: string) => void;
}

function UnitSelect({ list, prompt, onPick, ...field }: UnitSelectProps) {
  const t = useTexts();
  const rows = list.data ?? [];
  const hint = list.isError && (
    <span className="text-danger">
      {t("order_info.location_error")}{" "}
      <Button look="quiet" className="-mx-2" onClick={() => void list.refetch()}>
        {t("common.retry")}
      </Button>
    </span>
  );
  return (
    <SelectField
      {...field}
      hint={hint}
      onChange={(event) => {
        const row = rows.find(({ code }) => code === event.target.value);
        onPick(row?.code ?? "", row?.name ?? "");
      }}
    >
      <option value="">{list.isLoading ? t("order_info.location_loading") : prompt}</option>
      {rows.map(({ code, name }) => (
        <option key={code} value={code}>
          {placeLabel(name)}
        </option>
      ))}
    </SelectField>
  );
}

/** Province and ward as since July 2025. */
function NewUnitSelects({ chosen, onChoose }: { chosen: string; onChoose: (option: AddressOption) => void }) {
  const t = useTexts();
  const [province, setProvince] = useState({ code: "", name: "" });
  const provinces = useAddressUnits("new2", undefined);
  const wards = useAddressUnits("new2", province.code || null);
  const hasChosen = wards.data?.some(({ code }) => code === chosen);
  return (
    <>
      <UnitSelect
        label={t("order_info.province")}
        prompt={t("order_info.choose_province")}
        list={provinces}
        value={province.code}
        disabled={false}
        onPick={(code, name) => setProvince({ code, name })}
      />
      <UnitSelect
        label={t("order_info.ward")}
        prompt={t(province.code === "" ? "order_info.district_disabled" : "order_info.choose_ward")}
        list={wards}
        value={hasChosen ? chosen : ""}
        disabled={province.code === ""}
        onPick={(code, name) => {
          const label = `${name}, ${shortProvince(province.name)}`;
          if (code !== "")
            onChoose({ ...{ scheme: "new2", level: "ward", code, label }, ...{ also: "", line: "", exact: false } });
        }}
      />
    </>
  );
}

interface AddressListsProps {
  id: string;
  place: SelectedLocation;
  onSelect: (place: SelectedLocation, postcode?: string) => void;
  onChoose: (option: AddressOption) => void;
}

/** The lists in place of the search: the three selects with the old units, or two with the new ones. */
export function AddressLists({ id, place, onSelect, onChoose }: AddressListsProps) {
  const [scheme, setScheme] = useState<Scheme>("old3");
  const { searched, ...old } = place;
  return (
    <div id={id} className="grid gap-5">
      <SchemeSwitch value={scheme} onChange={setScheme} />
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {scheme === "old3" ? (
          <LocationSelects place={old} onChange={onSelect} />
        ) : (
          <NewUnitSelects chosen={searched?.newCode ?? ""} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}
