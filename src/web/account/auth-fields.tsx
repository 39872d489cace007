import { useState } from "react";
import { Alert } from "#web/design/alert.tsx";
import { Button, IconButton } from "#web/design/button.tsx";
import { TextField } from "#web/design/field.tsx";
import { EyeIcon, EyeOffIcon } from "#web/design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { AuthField } from "./auth-rules.ts";
import type { AuthForm } from "./use-auth-form.ts";

/** How phones and password keepers are told what each field is. */
const inputOf: Record<
  Exclude<AuthField, "password" | "RePassword">,
  { type?: string; inputMode?: "email" | "tel"; autoComplete: string }
> = {
  username: { autoComplete: "username" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel-national" },
  firstName: { autoComplete: "given-name" },
  lastName: { autoComplete: "family-name" },
};

interface FieldProps {
  form: AuthForm;
  name: AuthField;
  label?: string;
  hint?: string;
}

/** A text field of the auth forms. */
export function AuthTextField({ form, name, label, hint }: FieldProps & { name: keyof typeof inputOf }) {
  const t = useTexts();
  return <TextField {...inputOf[name]} {...form.field(name)} label={label ?? t(`auth.${name}`)} hint={hint} required />;
}

/** A password that can be made visible. */
export function PasswordField({
  form,
  name,
  label,
  hint,
  fresh = false,
}: FieldProps & { name: "password" | "RePassword"; fresh?: boolean }) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...form.field(name)}
      type={shown ? "text" : "password"}
      autoComplete={fresh ? "new-password" : "current-password"}
      label={label ?? t(`auth.${name}`)}
      hint={hint}
      required
      end={
        <IconButton
          label={t(shown ? "auth.hide_password" : "auth.show_password")}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
        </IconButton>
      }
    />
  );
}

/** What went wrong with the last submit. */
export const AuthFailure = ({ form }: { form: AuthForm }) => form.failure && <Alert>{form.failure}</Alert>;

export function AuthSubmit({ form, children }: { form: AuthForm; children: string }) {
  const t = useTexts();
  return (
    <Button type="submit" wide busy={form.busy} disabled={!form.valid}>
      {form.busy ? t("auth.loading") : children}
    </Button>
  );
}
