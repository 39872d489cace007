import { parcelSteps } from "#contract/parcel-steps.ts";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { type FurtherFilter, furtherFilters } from "./further-filters.ts";

interface FurtherFiltersProps {
  search: URLSearchParams;
  set: (changes: Record<FurtherFilter, string>) => void;
  onClose: () => void;
}

type Values = Record<FurtherFilter, string>;

const valuesOf = (read: (name: FurtherFilter) => string | null): Values =>
  Object.fromEntries(furtherFilters.map((name) => [name, read(name) ?? ""])) as Values;

/** State, fee, latest update and expected delivery. */
export function FurtherFilters({ search, set, onClose }: FurtherFiltersProps) {
  const t = useTexts();
  const draft = useDraft<Values>(
    "parcel-filters",
    valuesOf((name) => search.get(name)),
  );
  const { values } = draft;
  const change = (name: FurtherFilter, value: string) => draft.change({ [name]: value });
  const apply = (next: Values) => {
    const amount = (typed: string) => String(parseAmount(typed) ?? "");
    set({ ...next, min_fee: amount(next.min_fee), max_fee: amount(next.max_fee) });
    draft.discard();
    onClose();
  };
  return (
    <Sheet title={t("parcels.further")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          apply(values);
        }}
      >
        <DraftOffer draft={draft} />
        <SelectField
          label={t("parcel_filters.step")}
          value={values.step}
          onChange={(event) => change("step", event.target.value)}
        >
          <option value="">{t("parcels.any")}</option>
          {parcelSteps.map((step) => (
            <option key={step} value={step}>
              {t(`parcel_steps.${step}`)}
            </option>
          ))}
        </SelectField>
        <div className="grid grid-cols-2 gap-3">
          {(["min_fee", "max_fee"] as const).map((name) => (
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
        <div className="flex gap-3">
          <Button type="submit" wide>
            {t("actions.filter")}
          </Button>
          <Button
            look="secondary"
            size="small"
            className="min-h-12 shrink-0 lg:min-h-12"
            onClick={() => apply(valuesOf(() => ""))}
          >
            {t("orders.clear_filters")}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
