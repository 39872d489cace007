import { type FormEvent, useState } from "react";
import type { ProfileChange, User } from "#contract/customer.ts";
import { emailPattern, namePattern, toE164, toLocalPhone } from "#contract/person-rules.ts";
import { getStore } from "#web/api/browser-store.ts";
import { enterSession } from "#web/api/session.ts";
import { Alert } from "#web/design/alert.tsx";
import { Button } from "#web/design/button.tsx";
import { TextField } from "#web/design/field.tsx";
import { toast } from "#web/design/toast.ts";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { LocationSelects, type Place } from "#web/locations/location-selects.tsx";

interface Draft extends Place {
  lastName: string;
  firstName: string;
  email: string;
  phone: string;
  address: string;
  postcode: string;
}
type TypedField = "lastName" | "firstName" | "email" | "phone" | "address";

const draftOf = (user: User): Draft => ({
  lastName: user.lastName,
  firstName: user.firstName,
  email: user.email,
  phone: toLocalPhone(user.phone),
  address: user.address,
  postcode: user.postcode,
  provinceId: user.province_id,
  province: user.city,
  districtId: user.district_id,
  district: user.district,
  wardCode: user.ward_code ?? "",
  ward: user.ward,
});

const changeOf = (draft: Draft): ProfileChange => ({
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim(),
  phone: draft.phone,
  address: draft.address,
  city: draft.province,
  district: draft.district,
  ward: draft.ward,
  province_id: draft.provinceId,
  district_id: draft.districtId,
  ward_code: draft.wardCode || null,
  postcode: draft.postcode,
});

function faultsOf(draft: Draft): Partial<Record<string, TextKey>> {
  const faults: Partial<Record<string, TextKey>> = {};
  for (const field of ["lastName", "firstName", "email", "phone"] as const)
    if (draft[field].trim() === "") faults[field] = "validation.required";
  if (!faults.lastName && !namePattern.test(draft.lastName.trim())) faults.lastName = "validation.last_name";
  if (!faults.firstName && !namePattern.test(draft.firstName.trim())) faults.firstName = "validation.first_name";
  if (!faults.email && !emailPattern.test(draft.email.trim())) faults.email = "validation.email";
  if (!faults.phone && toE164(draft.phone) === null) faults.phone = "validation.vn_phone";
  return faults;
}

const inputs: readonly { field: TypedField; type?: string; autoComplete: string }[] = [
  { field: "lastName", autoComplete: "family-name" },
  { field: "firstName", autoComplete: "given-name" },
  { field: "email", type: "email", autoComplete: "email" },
  { field: "phone", type: "tel", autoComplete: "tel" },
  { field: "address", autoComplete: "street-address" },
];

interface ProfileFormProps {
  user: User;
  onDone: (saved: User | null) => void;
}

/** Editing of one's own data; cancelling leaves everything as it was saved. */
export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const t = useTexts();
  const [draft, setDraft] = useState(() => draftOf(user));
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ sentence: string; fields: Record<string, string> } | null>(null);
  const faults = faultsOf(draft);
  const errorOf = (field: string): string | undefined => {
    const fault = tried ? faults[field] : undefined;
    return fault ? t(fault) : failure?.fields[field];
  };
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(faults);
    if (first) {
      (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus();
      return;
    }
    setSaving(true);
    const answer = await getStore().saveProfile(changeOf(draft));
    setSaving(false);
    if (answer.ok && answer.data.user) {
      enterSession(answer.data.user);
      toast("success", t("toast.profile_success"));
      return onDone(answer.data.user);
    }
    toast("error", t("toast.profile_error"));
    const params = answer.ok ? undefined : answer.problem.data.params;
    setFailure({
      sentence: answer.ok ? t("toast.profile_error") : problemSentence(t, answer),
      fields: params && !Array.isArray(params) ? params : {},
    });
  };
  return (
    <form noValidate onSubmit={save} className="grid gap-5 sm:grid-cols-2">
      {failure && <Alert className="sm:col-span-2">{failure.sentence}</Alert>}
      {inputs.map(({ field, ...input }) => (
        <TextField
          key={field}
          {...input}
          name={field}
          label={t(`profile.${field}`)}
          value={draft[field]}
          error={errorOf(field)}
          onChange={(event) => edit({ [field]: event.target.value })}
          className={field === "address" ? "sm:col-span-2" : undefined}
        />
      ))}
      <LocationSelects
        place={draft}
        onChange={(place, postcode) => edit({ ...place, ...(postcode ? { postcode } : {}) })}
      />
      <div className="flex gap-3 sm:col-span-2">
        <Button type="submit" busy={saving}>
          {saving ? t("profile.saving") : t("profile.save")}
        </Button>
        <Button look="secondary" onClick={() => onDone(null)}>
          {t("profile.cancel")}
        </Button>
      </div>
    </form>
  );
}
