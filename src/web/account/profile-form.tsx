import type { User } from "#contract/customer.ts";
import { Alert } from "#web/design/alert.tsx";
import { Button } from "#web/design/button.tsx";
import { TextField } from "#web/design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { LocationSelects } from "#web/locations/location-selects.tsx";
import type { TypedField } from "./profile-draft.ts";
import { useProfileForm } from "./use-profile-form.ts";

const inputOf: Record<TypedField, React.ComponentProps<"input">> = {
  lastName: { autoComplete: "family-name" },
  firstName: { autoComplete: "given-name" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
  address: { autoComplete: "street-address" },
  postcode: { inputMode: "numeric", autoComplete: "postal-code", maxLength: 6 },
};
const people = ["lastName", "firstName", "email", "phone", "address"] as const;

interface ProfileFormProps {
  user: User;
  /** saved, or cancelled: then everything is as it was saved */
  onDone: () => void;
}

/** Editing of one's own data. */
export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const t = useTexts();
  const { draft, saving, save, edit, summary, error } = useProfileForm(user, onDone);
  const input = (field: TypedField, className?: string) => (
    <TextField
      key={field}
      name={field}
      type={inputOf[field].type}
      inputMode={inputOf[field].inputMode}
      autoComplete={inputOf[field].autoComplete}
      maxLength={inputOf[field].maxLength}
      label={t(`profile.${field}`)}
      value={draft[field]}
      error={error(field)}
      onChange={(event) => edit({ [field]: event.target.value })}
      className={className}
    />
  );
  return (
    <form noValidate onSubmit={save} className="grid gap-5 sm:grid-cols-2">
      {summary && <Alert className="sm:col-span-2">{summary}</Alert>}
      {people.map((field) => input(field, field === "address" ? "sm:col-span-2" : undefined))}
      <LocationSelects
        place={draft}
        onChange={(place, postcode) => edit({ ...place, ...(postcode === undefined ? {} : { postcode }) })}
      />
      {input("postcode")}
      <div className="mt-3 flex gap-3 sm:col-span-2">
        <Button type="submit" busy={saving}>
          {saving ? t("profile.saving") : t("profile.save")}
        </Button>
        <Button look="secondary" onClick={onDone}>
          {t("profile.cancel")}
        </Button>
      </div>
    </form>
  );
}
