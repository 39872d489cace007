import { useState } from "react";
import { type ReturnState, returnStates } from "#contract/backoffice/parcel-views.ts";
import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { refreshParcels } from "#backoffice/parcels/refresh-parcels.ts";

/** One unit of a line, since two units of one line can come back in different states. */
interface Unit {
  key: string;
  lineId: number;
  name: string;
  option: string;
  image: string;
  place: string;
}

const unitsOf = ({ lines }: ParcelDetail): Unit[] =>
  lines.flatMap(({ line_id, name, option, image, quantity }) =>
    Array.from({ length: quantity }, (_, index) => ({
      ...{ key: `${line_id}-${index}`, lineId: line_id, name, option, image },
      place: quantity > 1 ? `${index + 1}/${quantity}` : "",
    })),
  );

function UnitResult({
  unit,
  value,
  onChange,
}: {
  unit: Unit;
  value: string | undefined;
  onChange: (state: ReturnState) => void;
}) {
  const t = useTexts();
  return (
    <fieldset className="flex gap-3 border-b border-line pb-4 last:border-0 last:pb-0">
      <legend className="sr-only">
        {unit.name} {unit.option} {unit.place}
      </legend>
      {unit.image && <img src={unit.image} alt="" width={64} height={64} className="size-16 shrink-0 object-cover" />}
      <div className="min-w-0 flex-1">
        <p className="text-sm" aria-hidden="true">
          {unit.name} {unit.place && <span className="text-taupe">({unit.place})</span>}
        </p>
        {unit.option && (
          <p className="text-base font-medium" aria-hidden="true">
            {unit.option}
          </p>
        )}
        <div className="mt-2 grid grid-cols-2 gap-2">
          {returnStates.map((state) => (
            <label
              key={state}
              className="flex min-h-12 items-center gap-2 rounded-xs border border-edge px-3 text-sm has-checked:border-ink has-checked:bg-sand has-checked:font-medium has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name={unit.key}
                checked={value === state}
                onChange={() => onChange(state)}
                className="size-4 accent-ink"
              />
              {t(`return_states.${state}`)}
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

const blank: { results: Record<string, ReturnState>; reason: string } = { results: {}, reason: "" };

/** Records the state of each unit of a returned parcel, and why it came back. */
export function InspectionForm({ parcel }: { parcel: ParcelDetail }) {
  const t = useTexts();
  const draft = useDraft(`inspection-${parcel.id}`, blank);
  const { values, change } = draft;
  const [checked, setChecked] = useState(false);
  const units = unitsOf(parcel);
  const missing = units.filter(({ key }) => !values.results[key]).length;
  const record = useAction(async (key) => {
    const items = units.map((unit) => ({
      line_id: unit.lineId,
      quantity: 1,
      state: values.results[unit.key] ?? ("missing" as const),
    }));
    const body = { items, reason: values.reason };
    await call("POST bo/parcels/{id}/returned", { path: { id: parcel.id }, body, key });
    draft.discard();
    await refreshParcels();
    reportDone(t("returns.recorded", { order: parcel.order_id }));
  });
  const reasons = [...new Set([...parcel.events.map(({ reason }) => reason).filter(Boolean), ...commonReasons(t)])];
  return (
    <Card title={t("returns.inspect_of", { order: parcel.order_id })} text={t("returns.inspect_text")}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (missing === 0) void record.run();
        }}
      >
        <DraftOffer draft={draft} />
        {units.map((unit) => (
          <UnitResult
            key={unit.key}
            unit={unit}
            value={values.results[unit.key]}
            onChange={(state) => change({ results: { ...values.results, [unit.key]: state } })}
          />
        ))}
        <TextField
          label={t("returns.reason")}
          maxLength={300}
          list="return-reasons"
          value={values.reason}
          error={record.error?.fields.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <datalist id="return-reasons">
          {reasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        {checked && missing > 0 && (
          <p role="alert" className="text-sm text-danger">
            {t("returns.missing_results", { count: missing })}
          </p>
        )}
        <Failure error={record.error} />
        <Button type="submit" wide busy={record.busy}>
          {t("returns.record")}
        </Button>
      </form>
    </Card>
  );
}

const commonReasons = (t: ReturnType<typeof useTexts>): string[] => [
  t("returns.reason_unreachable"),
  t("returns.reason_refused"),
  t("returns.reason_address"),
  t("returns.reason_changed_mind"),
];
