import { TextField } from "#design/field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

export interface NameValues {
  name_vi: string;
  name_en: string;
}

interface BothNamesProps {
  values: NameValues;
  error?: string | undefined;
  maxLength?: number;
  onChange: (names: Partial<NameValues>) => void;
}

/** The name in both languages. */
export function BothNames({ values, error, maxLength = 200, onChange }: BothNamesProps) {
  const t = useTexts();
  return (
    <>
      <TextField
        label={t("taxonomies.name_vi")}
        lang="vi"
        required
        maxLength={maxLength}
        value={values.name_vi}
        error={error}
        onChange={(event) => onChange({ name_vi: event.target.value })}
      />
      <TextField
        label={t("taxonomies.name_en")}
        lang="en"
        required
        maxLength={maxLength}
        value={values.name_en}
        onChange={(event) => onChange({ name_en: event.target.value })}
      />
    </>
  );
}
