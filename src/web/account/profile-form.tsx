import { type ComponentProps, Fragment } from "react";
import type { User } from "#contract/customer.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import { placeOf, type TypedField } from "./profile-draft.ts";
import { useProfileForm } from "./use-profile-form.ts";

const wholeRow = "col-span-2";
/** stacked on a phone */
const ownRow = "col-span-2 sm:col-span-1";

type Input = Pick<
  ComponentProps<typeof TextField>,
  "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck" | "maxLength" | "required" | "className"
>;
const inputOf: Record<TypedField, Input> = {
  lastName: { autoComplete: "family-name", autoCapitalize: "words", spellCheck: false, required: true },
  firstName: { autoComplete: "given-name", autoCapitalize: "words", spellCheck: false, required: true },
  email: { type: "email", inputMode: "email", autoComplete: "email", required: true, className: ownRow },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel", required: true, className: ownRow },
  address: { autoComplete: "address-line1", className: wholeRow },
  postcode: { inputMode: "numeric", autoComplete: "postal-code", maxLength: 6 },
};
const people = ["lastName", "firstName", "email", "phone", "address"] as const;

interface ProfileFormProps {
  user: User;
  /** it starts with unsaved edits */
  stored: boolean;
  /** called after saving or cancelling */
  onDone: () => void;
}

/** The form to edit the profile. */
export function ProfileForm({ user, stored, onDone }: ProfileFormProps) {
  const t = useTexts();
  const form = useProfileForm(user, onDone);
  const { draft, saving, save, edit, summary, summaryRef, error } = form;
  const input = (field: TypedField) => (
    <TextField
      key={field}
      {...inputOf[field]}
      name={field}
      label={t(`profile.${field}`)}
      value={draft[field]}
      error={error(field)}
      onChange={(event) => edit({ [field]: event.target.value })}
    />
  );
  return (
    <form noValidate onSubmit={save} className="grid grid-cols-2 gap-x-4 gap-y-5 sm:gap-x-5">
      {summary && (
        <Alert ref={summaryRef} tabIndex={-1} className={wholeRow}>
          {summary}
        </Alert>
      )}
      {stored && !summary && (
        <p role="status" className="col-span-2 border-l-2 border-champagne bg-sand px-4 py-3 text-sm">
          {t("profile.draft_stored")}
        </p>
      )}
      {people.map((field) =>
        field === "email" && form.changesEmail ? (
          <Fragment key={field}>
            {input(field)}
            <TextField
              type="password"
              name="password"
              autoComplete="current-password"
              required
              className={ownRow}
              label={t("profile.current_password")}
              hint={t("profile.current_password_hint")}
              value={form.password}
              error={error("password")}
              onChange={(event) => form.setPassword(event.target.value)}
            />
          </Fragment>
        ) : (
          input(field)
        ),
      )}
      <PlaceFields
        place={placeOf(draft)}
        street={{ value: draft.address, fill: (address) => edit({ address }) }}
        className={ownRow}
        onChange={(place, postcode) =>
          edit({ searched: undefined, ...place, ...(postcode === undefined ? {} : { postcode }) })
        }
      />
      {input("postcode")}
      <div className="col-span-2 mt-3 flex gap-3">
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
