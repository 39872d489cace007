import { parcelSteps } from "#contract/parcel-steps.ts";
import { SelectField, TextField } from "#design/field.tsx";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { FilterSheet } from "#backoffice/components/filter-sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName, manualCarriers } from "./carrier-name.ts";
import { type SheetFilter, sheetFilters } from "./sheet-filters.ts";

interface ParcelFilterProps {
  search: URLSearchParams;
  set: (changes: Record<SheetFilter, string>) => void;
  /** of the parcels in the list: one may be a carrier whose name was typed */
  carriers: readonly string[];
  onClose: () => void;
}

type Values = Record<SheetFilter, string>;

const valuesOf = (read: (name: SheetFilter) => string | null): Values =>
  Object.fromEntries(sheetFilters.map((name) => [name, read(name) ?? ""])) as Values;

interface ChoicesProps {
  values: Values;
  carriers: readonly string[];
  onChange: (name: SheetFilter, value: string) => void;
}

/** The filters with a list of values. */
function Choices({ values, carriers, onChange }: ChoicesProps) {
  const t = useTexts();
  const others = [...new Set([...manualCarriers, ...carriers, values.carrier])].filter(
    (name) => name !== "" && name !== "ghn" && name !== "none",
  );
  const choices = [
    {
      ...({ name: "carrier", label: t("parcels.carrier") } as const),
      options: [
        ["ghn", carrierName(t, "ghn")],
        ["none", t("parcels.no_carrier")],
        ...others.map((name) => [name, name] as const),
      ],
    },
    {
      ...({ name: "cod", label: t("parcels.cod") } as const),
      options: [
        ["true", t("parcels.with_cod")],
        ["false", t("parcels.paid")],
      ],
    },
    {
      ...({ name: "step", label: t("parcel_filters.step") } as const),
      options: parcelSteps.map((step) => [step, t(`parcel_steps.${step}`)] as const),
    },
  ];
  return choices.map(({ name, label, options }) => (
    <SelectField key={name} label={label} value={values[name]} onChange={(event) => onChange(name, event.target.value)}>
      <option value="">{t("parcels.any")}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  ));
}

/** Carrier, cash on delivery, state, fee, latest update and expected delivery. */
export function ParcelFilterSheet({ search, set, carriers, onClose }: ParcelFilterProps) {
  const t = useTexts();
  const draft = useDraft<Values>(
    "parcel-filters",
    valuesOf((name) => search.get(name)),
  );
  const { values } = draft;
  const change = (name: SheetFilter, value: string) => draft.change({ [name]: value });
  const amount = (typed: string) => String(parseAmount(typed) ?? "");
  return (
    <FilterSheet
      draft={draft}
      show={t("parcels.show")}
      none={valuesOf(() => "")}
      onApply={(next) =>
        set({
          ...next,
          ...{ min_cod: amount(next.min_cod), max_cod: amount(next.max_cod) },
          ...{ min_fee: amount(next.min_fee), max_fee: amount(next.max_fee) },
        })
      }
      onClose={onClose}
    >
      <Choices values={values} carriers={carriers} onChange={change} />
      {/* the narrowest phones show a whole date */}
      <div className="grid grid-cols-2 gap-3 [&_input[type=date]]:px-2">
        {(["min_cod", "max_cod", "min_fee", "max_fee"] as const).map((name) => (
          <AmountField
            key={name}
            label={t(`parcel_filters.${name}`)}
            value={values[name]}
            onChange={(typed) => change(name, typed)}
          />
        ))}
        {(["since_from", "since_to", "expected_from", "expected_to"] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            label={t(`parcel_filters.${name}`)}
            value={values[name]}
            onChange={(event) => change(name, event.target.value)}
          />
        ))}
      </div>
    </FilterSheet>
  );
}
