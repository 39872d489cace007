import { type FocusEvent, type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type DraftOf, forgetDraft, saveDraft, readDraft } from "./auth-draft.ts";
import { type AuthField, type AuthValues, checkAuth, emptyValues, tenDigitPhone } from "./auth-rules.ts";

interface AuthFormOptions {
  /** in page order */
  fields: readonly AuthField[];
  /** initial values; an empty one is filled from the draft */
  initial?: Partial<AuthValues>;
  login?: boolean;
  /** key of the draft, stored until it was sent */
  draft?: DraftOf;
  /** @returns the errors: a message for the form, and one for each field that the server named */
  send: (values: AuthValues) => Promise<SendFailure | null>;
}
export interface SendFailure {
  message: string;
  fields?: Partial<Record<AuthField, string>>;
}

export interface AuthForm {
  valid: boolean;
  busy: boolean;
  /** error of the last submit; stays until the next one */
  failure: string | null;
  summary: RefObject<HTMLDivElement | null>;
  /** labels of the fields that are empty or invalid, in page order */
  missing: readonly string[];
  /** Sends the form, if every field is valid. */
  submit: () => Promise<void>;
  /** Sets a field whose value the page proposes. */
  propose: (name: AuthField, value: string) => void;
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
 * Whether a field counts as visited. An empty field left by clicking a button or a link does not: its error would move
 * the click target.
 */
function isLeft({ target, relatedTarget: next }: FocusEvent<HTMLInputElement>): boolean {
  if (target.value !== "") return true;
  if (!(next instanceof Element) || !target.form?.contains(next)) return false;
  return next instanceof HTMLInputElement || !next.matches(":active");
}

/** Initial values: given ones, otherwise the draft. */
function startOf(initial: Partial<AuthValues>, draft: DraftOf | undefined): AuthValues {
  const known = Object.entries(initial).filter(([, value]) => value !== "");
  return { ...emptyValues, ...(draft ? readDraft(draft) : {}), ...Object.fromEntries(known) };
}

/**
 * After a failed submit, focuses the first invalid field, otherwise the message above the form. After a failed login
 * the password is most likely wrong.
 */
function useFocusOnFailure(failed: SendFailure | null, fields: readonly AuthField[], login: boolean) {
  const summary = useRef<HTMLDivElement>(null);
  const moveFocus = useEffectEvent((failure: SendFailure) => {
    const named = fields.find((name) => failure.fields?.[name]) ?? (login ? "password" : null);
    const field = named && summary.current?.closest("form")?.querySelector<HTMLElement>(`[name="${named}"]`);
    (field || summary.current)?.focus();
  });
  useEffect(() => {
    if (failed) moveFocus(failed);
  }, [failed]);
  return summary;
}

/**
 * State of one form of the dialog: a field's error is shown once the field was visited, and submitting requires all to
 * be valid.
 */
export function useAuthForm({ fields, initial = {}, login = false, draft, send }: AuthFormOptions): AuthForm {
  const t = useTexts();
  const [values, setValues] = useState<AuthValues>(() => startOf(initial, draft));
  const [visited, setVisited] = useState<readonly AuthField[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<SendFailure | null>(null);
  const [editedFields, setEditedFields] = useState<readonly AuthField[]>([]);
  const summary = useFocusOnFailure(failed, fields, login);
  const errors = checkAuth(fields, values, { login });
  const valid = Object.keys(errors).length === 0;

  const submit = async () => {
    setVisited(fields);
    if (busy || !valid) return;
    setBusy(true);
    setFailed(null);
    setEditedFields([]);
    const result = await send(values);
    setBusy(false);
    setFailed(result);
    if (!result && draft) forgetDraft(draft);
  };
  const setValue = (name: AuthField, value: string) =>
    setValues((before) => {
      const next = { ...before, [name]: value };
      if (draft) saveDraft(draft, next);
      return next;
    });
  const change = (name: AuthField, value: string) => {
    setValue(name, value);
    setEditedFields((before) => [...before, name]);
  };
  const errorOf = (name: AuthField): string | undefined => {
    const fieldError = visited.includes(name) ? errors[name] : undefined;
    if (fieldError) return t(fieldError);
    return editedFields.includes(name) ? undefined : failed?.fields?.[name];
  };
  return {
    valid,
    busy,
    failure: failed?.message ?? null,
    summary,
    missing: fields
      .filter((name) => errors[name])
      .map((name) => t(login && name === "username" ? "auth.username_or_email" : `auth.${name}`)),
    submit,
    propose: (name, value) => setValue(name, value),
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event) => change(name, event.target.value),
      onBlur: (event) => {
        if (name === "phone" && values.phone !== tenDigitPhone(values.phone)) change(name, tenDigitPhone(values.phone));
        if (isLeft(event)) setVisited((before) => (before.includes(name) ? before : [...before, name]));
      },
    }),
  };
}
