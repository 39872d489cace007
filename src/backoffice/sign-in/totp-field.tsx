import { TextField } from "#design/field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The current code of the authenticator app. */
export function TotpField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts();
  return (
    <TextField
      label={t("sign_in.code")}
      hint={t("sign_in.code_hint")}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
