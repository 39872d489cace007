import { type FormEvent, useEffect, useRef, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { AuthResponse, User } from "#contract/customer.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession, setSession } from "#web/api/session.ts";
import { toast } from "#web/design/toast.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { changeOf, draftOf, fieldErrorsOf, type ProfileDraft, type TypedField, typedFields } from "./profile-draft.ts";
import { forgetEdits, saveEdits, readEdits } from "./profile-edits.ts";

interface Refused {
  message: string;
  fields: Readonly<Record<string, string>>;
}

const refusedBy = (t: Translate, result: StoreResult<AuthResponse>): Refused => {
  if (result.ok) return { message: result.data.message || t("toast.profile_error"), fields: {} };
  const { params } = result.problem.data;
  return { message: problemMessage(t, result), fields: params && !Array.isArray(params) ? params : {} };
};

const focusFirst = (form: HTMLFormElement, failing: object): void => {
  const first = typedFields.find((field) => field in failing);
  if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
};

/** State of the profile form: values, errors, and saving. @param onSaved called after the server has saved it */
export function useProfileForm(user: User, onSaved: () => void) {
  const t = useTexts();
  const [draft, setDraft] = useState(() => readEdits(user.id) ?? draftOf(user));
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const summaryRef = useRef<HTMLDivElement>(null);
  // no field is invalid: the message above them takes the focus
  useEffect(() => {
    if (refused && !typedFields.some((field) => refused.fields[field])) summaryRef.current?.focus();
  }, [refused]);
  const faults = fieldErrorsOf(draft);
  const wrong = Object.keys(faults).length > 0;

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    const form = event.currentTarget;
    setTried(true);
    setRefused(null);
    if (wrong) return focusFirst(form, faults);
    setSaving(true);
    const result = await getApiClient().saveProfile(changeOf(draft));
    setSaving(false);
    if (result.ok && result.data.user) {
      forgetEdits();
      setSession(result.data.user);
      toast("success", t("toast.profile_success"));
      return onSaved();
    }
    toast("error", t("toast.profile_error"));
    if (!result.ok && result.status === 401) revalidateSession();
    const why = refusedBy(t, result);
    setRefused(why);
    focusFirst(form, why.fields);
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
    summaryRef,
    /** the message above the form */
    summary: refused?.message ?? (tried && wrong ? t("a11y.form_errors") : null),
    error: (field: TypedField): string | undefined => {
      const fault = tried ? faults[field] : undefined;
      return fault ? t(fault) : refused?.fields[field];
    },
  };
}
