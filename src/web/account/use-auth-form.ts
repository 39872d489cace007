import { type FocusEvent, type FormEvent, useState } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type AuthField, type AuthValues, checkAuth, emptyValues } from "./auth-rules.ts";

interface AuthFormOptions {
  /** in the order in which they stand on the page */
  fields: readonly AuthField[];
  initial?: Partial<AuthValues>;
  login?: boolean;
  /** @returns what went wrong: a sentence for the form, and for fields that the server named */
  send: (values: AuthValues) => Promise<SendFailure | null>;
}
export interface SendFailure {
  sentence: string;
  fields?: Partial<Record<AuthField, string>>;
}

export interface AuthForm {
  valid: boolean;
  busy: boolean;
  /** the failure of the last submit; stays until the next one */
  failure: string | null;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  field: (name: AuthField) => {
    name: AuthField;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  };
}

/**
 * Whether a field was left for good. Not so an empty one that is left by pressing a button or a link: its sentence would
 * push that away from under the finger.
 */
function isLeft({ target, relatedTarget: next }: FocusEvent<HTMLInputElement>): boolean {
  if (target.value !== "") return true;
  if (!(next instanceof Element) || !target.form?.contains(next)) return false;
  return next instanceof HTMLInputElement || !next.matches(":active");
}

/** One form of the dialog: a field's fault is said once the field was left, and the submit waits until all is right. */
export function useAuthForm({ fields, initial = {}, login = false, send }: AuthFormOptions): AuthForm {
  const t = useTexts();
  const [values, setValues] = useState<AuthValues>({ ...emptyValues, ...initial });
  const [left, setLeft] = useState<readonly AuthField[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<SendFailure | null>(null);
  const faults = checkAuth(fields, values, { login });
  const valid = Object.keys(faults).length === 0;

  const submit = async (form: HTMLElement) => {
    setLeft(fields);
    if (busy || !valid) return;
    setBusy(true);
    setFailed(null);
    const result = await send(values);
    setBusy(false);
    setFailed(result);
    const refused = fields.find((name) => result?.fields?.[name]);
    if (refused) form.querySelector<HTMLElement>(`[name="${refused}"]`)?.focus();
  };
  const change = (name: AuthField, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setFailed((before) => {
      if (!before?.fields?.[name]) return before;
      const { [name]: _, ...others } = before.fields;
      return { ...before, fields: others };
    });
  };
  const errorOf = (name: AuthField): string | undefined => {
    const fault = left.includes(name) ? faults[name] : undefined;
    return fault ? t(fault) : failed?.fields?.[name];
  };
  return {
    valid,
    busy,
    failure: failed?.sentence ?? null,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event) => change(name, event.target.value),
      onBlur: (event) => isLeft(event) && setLeft((before) => (before.includes(name) ? before : [...before, name])),
    }),
  };
}
