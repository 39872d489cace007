import { type FormEvent, useState } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type AuthField, type AuthValues, checkAuth, emptyValues } from "./auth-rules.ts";

interface AuthFormOptions {
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
  onSubmit: (event: FormEvent) => void;
  field: (name: AuthField) => {
    name: AuthField;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
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

  const submit = async () => {
    setLeft(fields);
    if (busy || !valid) return;
    setBusy(true);
    setFailed(null);
    const result = await send(values);
    setBusy(false);
    setFailed(result);
  };
  const change = (name: AuthField, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setFailed(
      (before) =>
        before && { ...before, fields: { ...before.fields, [name]: undefined } as SendFailure["fields"] & object },
    );
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
      void submit();
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event) => change(name, event.target.value),
      onBlur: () => values[name] !== "" && setLeft((before) => (before.includes(name) ? before : [...before, name])),
    }),
  };
}
