import { priceRoundings } from "#contract/backoffice/stock-choices.ts";
import { SelectField, TextField } from "#design/field.tsx";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CategoryField } from "#backoffice/categories/category-field.tsx";

/** What the form holds, as typed. */
export interface RuleDraft {
  category: string;
  search: string;
  on: "regular" | "sale";
  by: "percent" | "amount" | "set" | "end";
  of: "regular" | "sale";
  direction: "up" | "down";
  value: string;
  round: (typeof priceRoundings)[number];
  from: string;
  until: string;
  /** variations and simple products; a renewed preview leaves them excluded */
  excluded: readonly number[];
}

export const blankRule: RuleDraft = {
  ...{
    category: "",
    search: "",
    on: "regular",
    by: "percent",
    of: "regular",
    direction: "up",
    value: "",
    round: "1000",
  },
  ...{ from: "", until: "", excluded: [] },
};

/** Selects a value of a list, with its type. */
function Choice<const V extends string>({
  label,
  values,
  value,
  text,
  onChange,
}: {
  label: string;
  values: readonly V[];
  value: V;
  text: (value: V) => string;
  onChange: (value: V) => void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = values.find((one) => one === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {values.map((one) => (
        <option key={one} value={one}>
          {text(one)}
        </option>
      ))}
    </SelectField>
  );
}

interface RuleFormProps {
  draft: RuleDraft;
  onChange: (own: Partial<RuleDraft>) => void;
  fields: Readonly<Record<string, string>>;
  busy: boolean;
  onPreview: () => void;
}

/** Dates of a sale, in the time of Vietnam. */
const SaleDates = ({ draft, onChange }: Pick<RuleFormProps, "draft" | "onChange">) => {
  const t = useTexts();
  return (
    <>
      {(["from", "until"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`prices.${name}`)}
          type="datetime-local"
          // without it, fields accept years of five digits, which no date has
          max="9999-12-31T23:59"
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
    </>
  );
};

/** By how much the price changes, and how it is rounded. */
function AmountFields({ draft, onChange, fields }: Pick<RuleFormProps, "draft" | "onChange" | "fields">) {
  const t = useTexts();
  const { on, by, of, direction, round } = draft;
  const value = { required: true, value: draft.value, error: fields["rule.value"] ?? fields.rule };
  return (
    <>
      {by !== "set" && (
        <Choice
          label={t("prices.direction")}
          values={["up", "down"]}
          value={direction}
          text={(one) => t(`prices.${one}`)}
          onChange={(one) => onChange({ direction: one })}
        />
      )}
      {by === "percent" ? (
        <TextField
          {...value}
          label={t("prices.percent")}
          inputMode="decimal"
          // the direction is chosen next to it
          pattern="[0-9]{1,4}([.,][0-9]{1,2})?\s*%?"
          autoComplete="off"
          onChange={(event) => onChange({ value: event.target.value })}
        />
      ) : (
        <AmountField {...value} label={t("prices.amount")} onChange={(typed) => onChange({ value: typed })} />
      )}
      {on === "sale" && by !== "set" && (
        <Choice
          label={t("prices.of")}
          values={["regular", "sale"]}
          value={of}
          text={(one) => t(`prices.${one}`)}
          onChange={(one) => onChange({ of: one })}
        />
      )}
      <Choice
        label={t("prices.round")}
        values={priceRoundings}
        value={round}
        text={(one) => t(`prices.round_${one}`)}
        onChange={(one) => onChange({ round: one })}
      />
      {on === "sale" && <SaleDates draft={draft} onChange={onChange} />}
    </>
  );
}

/** Which prices change, and how. */
export function RuleForm({ draft, onChange, fields, busy, onPreview }: RuleFormProps) {
  const t = useTexts();
  const { on, by } = draft;
  return (
    <form
      className="card grid gap-4 p-4 sm:grid-cols-2 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <CategoryField
        value={draft.category}
        none={t("prices.all_products")}
        onChange={(category) => onChange({ category })}
      />
      <TextField
        label={t("stock.search")}
        type="search"
        value={draft.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <Choice
        label={t("prices.on")}
        values={["regular", "sale"]}
        value={on}
        text={(one) => t(`prices.${one}`)}
        onChange={(one) =>
          onChange({
            on: one,
            ...(one === "regular" && by === "end" ? { by: "percent" } : {}),
            // a sale price is below the regular one
            ...(one === "sale" ? { direction: "down" } : {}),
          })
        }
      />
      <Choice
        label={t("prices.by")}
        values={on === "sale" ? ["percent", "amount", "set", "end"] : ["percent", "amount", "set"]}
        value={by}
        text={(one) => t(`prices.by_${one}`)}
        onChange={(one) => onChange({ by: one })}
      />
      {by !== "end" && <AmountFields draft={draft} onChange={onChange} fields={fields} />}
      <ServerButton type="submit" className="sm:col-span-2" busy={busy}>
        {t("prices.preview")}
      </ServerButton>
    </form>
  );
}
