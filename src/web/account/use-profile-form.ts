import { type FormEvent, useEffect, useRef, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { AuthResponse, User } from "#contract/customer.ts";
import { isSameEmail } from "#contract/person-validation.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession, setSession } from "#web/api/session.ts";
import { toast } from "#design/toast.ts";
import { fieldMessages, problemMessage } from "#web/i18n/problem-message.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey, Translate } from "#web/i18n/translate.ts";
import { changeOf, draftOf, fieldErrorsOf, type ProfileDraft, typedFields } from "./profile-draft.ts";
import { forgetEdits, saveEdits, readEdits } from "./profile-edits.ts";

interface SaveFailure {
  message: string;
  fields: Readonly<Record<string, string>>;
}

const failureOf = (t: Translate, result: StoreResult<AuthResponse>): SaveFailure => {
  if (result.ok) return { message: result.data.message || t("toast.profile_error"), fields: {} };
  return { message: problemMessage(t, result), fields: fieldMessages(result) };
};

/** The fields of the form, in page order: the password follows the email. */
const formFields = typedFields.flatMap((field) => (field === "email" ? [field, "password" as const] : [field]));
type ProfileField = (typeof formFields)[number];

const focusFirst = (form: HTMLFormElement, failing: object): void => {
  const first = formFields.find((field) => field in failing);
  if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
};

/** State of the profile form: values, errors, and saving. @param onSaved called after the server has saved it */
export function useProfileForm(user: User, onSaved: () => void) {
  const t = useTexts();
  const { addressSearch = false } = useSettings();
  const [draft, setDraft] = useState(() => readEdits(user.id) ?? draftOf(user, addressSearch));
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const summaryRef = useRef<HTMLDivElement>(null);
  // no field is invalid: the message above them takes the focus
  useEffect(() => {
    if (failure && !formFields.some((field) => failure.fields[field])) summaryRef.current?.focus();
  }, [failure]);
  // never stored with the draft
  const [password, setPassword] = useState("");
  const changesEmail = !isSameEmail(draft.email.trim(), user.email);
  const errors: Partial<Record<ProfileField, TextKey>> = {
    ...fieldErrorsOf(draft),
    ...(changesEmail && password === "" ? { password: "validation.password_needed" } : {}),
  };
  const isInvalid = Object.keys(errors).length > 0;

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    const form = event.currentTarget;
    setTried(true);
    setFailure(null);
    if (isInvalid) return focusFirst(form, errors);
    setSaving(true);
    const result = await getApiClient().saveProfile({ ...changeOf(draft), ...(changesEmail ? { password } : {}) });
    setSaving(false);
    if (result.ok && result.data.user) {
      forgetEdits(user.id);
      setSession(result.data.user);
      toast("success", t("toast.profile_success"));
      return onSaved();
    }
    toast("error", t("toast.profile_error"));
    if (!result.ok && result.status === 401) revalidateSession();
    const newFailure = failureOf(t, result);
    setFailure(newFailure);
    focusFirst(form, newFailure.fields);
  };
  return {
    draft,
    saving,
    save,
    edit: (change: Partial<ProfileDraft>) =>
      setDraft((before) => {
        const next = { ...before, ...change };
        saveEdits(user.id, next);
        return next;
      }),
    /** whether the email is another one, which needs the password */
    changesEmail,
    password,
    setPassword,
    summaryRef,
    /** the message above the form */
    summary: failure?.message ?? (tried && isInvalid ? t("a11y.form_errors") : null),
    error: (field: ProfileField): string | undefined => {
      const fieldError = tried ? errors[field] : undefined;
      return fieldError ? t(fieldError) : failure?.fields[field];
    },
  };
}
