import type { ComponentProps } from "react";
import { TextField } from "#design/field.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { parseAmount } from "./amount.ts";

interface AmountFieldProps extends Omit<ComponentProps<typeof TextField>, "value" | "inputMode" | "onChange"> {
  /** as typed; `parseAmount` reads it */
  value: string;
  /** below the field: after the full amount, and alone before one is typed */
  note?: string;
  onChange: (typed: string) => void;
}

/** A field for an amount, with the full amount below while it is typed. A form with a wrong one is not sent. */
export function AmountField({ value, error, note = "", hint = note || " ", onChange, ...field }: AmountFieldProps) {
  const t = useTexts();
  const amount = parseAmount(value);
  const wrong = amount === undefined ? t("fields.wrong_amount") : "";
  return (
    <TextField
      autoComplete="off"
      {...field}
      ref={(input) => {
        input?.setCustomValidity(wrong);
      }}
      // not digits alone: 1290k
      inputMode="text"
      value={value}
      error={wrong || error}
      hint={typeof amount === "number" ? [formatAmount(amount), note].filter(Boolean).join(" · ") : hint}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The full form of an amount that is typed in a cell of a table. */
export function TypedAmount({ typed }: { typed: string }) {
  const amount = parseAmount(typed);
  return typeof amount === "number" ? (
    <span className="tabular block text-right text-xs text-taupe">{formatAmount(amount)}</span>
  ) : null;
}
