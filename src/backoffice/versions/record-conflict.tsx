import { useTexts } from "#backoffice/i18n/texts.ts";
import { ChooseVersions } from "./choose-versions.tsx";
import { ComparedVersions } from "./compared-versions.tsx";
import type { RecordForm } from "./use-record-form.ts";

interface RecordConflictProps<F> {
  record: RecordForm<F>;
  labels: Readonly<Record<keyof F, string>>;
  /** a value as the form shows it */
  textOf?: (field: keyof F, form: F) => string | null;
}

/** Whether there is something to decide or to see. */
export const hasChanged = <F extends object>({ conflict, seen }: RecordForm<F>): boolean =>
  conflict !== null || seen !== null;

/** The name of an image's file. */
export const imageText = (image: { src: string } | null): string => image?.src.split("/").at(-1) ?? "";

const plainText = (value: unknown): string => (value === null ? "" : String(value));

/** What another person changed in a record while its form was open. */
export function RecordConflict<F extends object>({ record, labels, textOf }: RecordConflictProps<F>) {
  const t = useTexts();
  const { conflict, seen, resolving, acceptCurrent } = record;
  const shown = (field: keyof F, form: F): string => textOf?.(field, form) ?? plainText(form[field]);
  if (seen) {
    const fields = Object.keys(labels) as (keyof F)[];
    const compared = (form: F) => fields.map((field) => [labels[field], shown(field, form)] as const);
    return (
      <ComparedVersions
        title={t("conflict.record_title")}
        loaded={compared(seen.before)}
        current={compared(seen.now.form)}
        onClose={acceptCurrent}
      />
    );
  }
  if (!conflict) return null;
  const { mine, theirs, fields, both } = conflict;
  return (
    <ChooseVersions
      title={t("conflict.record_title")}
      text={t(both.length === fields.length ? "conflict.text" : "conflict.whole_text")}
      fields={fields.map((field) => ({
        key: String(field),
        label: labels[field],
        mine: shown(field, mine),
        theirs: shown(field, theirs.form),
        both: both.length < fields.length && both.includes(field),
      }))}
      action={resolving}
      onChoose={(sides) => {
        const fromThem = fields.filter((field) => sides[String(field)] === "theirs");
        const taken = Object.fromEntries(fromThem.map((field) => [field, theirs.form[field]]));
        void resolving.run({ ...mine, ...taken }, theirs);
      }}
      onClose={acceptCurrent}
    />
  );
}
