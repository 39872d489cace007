import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button, IconButton } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { EyeIcon, EyeOffIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { AuthField } from "./auth-rules.ts";
import type { AuthForm } from "./use-auth-form.ts";

/** Attributes for phones and password managers. */
const asTyped = { autoCapitalize: "none", spellCheck: false } as const;
type Keyboard = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck">;
const inputOf: Record<Exclude<AuthField, "password" | "RePassword">, Keyboard> = {
  username: { autoComplete: "username", ...asTyped },
  email: { type: "email", inputMode: "email", autoComplete: "email", ...asTyped },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel-national" },
  firstName: { autoComplete: "given-name", autoCapitalize: "words", spellCheck: false },
  lastName: { autoComplete: "family-name", autoCapitalize: "words", spellCheck: false },
};

interface FieldProps {
  form: AuthForm;
  name: AuthField;
  label?: string;
  hint?: string;
}

interface TextProps extends FieldProps, Pick<Keyboard, "inputMode"> {
  name: keyof typeof inputOf;
  /** inside the field's right edge */
  end?: ReactNode;
  /** called with what the visitor has typed, after the form has stored it */
  onType?: (typed: string) => void;
}

/** A text field of the auth forms. */
export function AuthTextField({ form, name, label, hint, end, onType, ...keyboard }: TextProps) {
  const t = useTexts();
  const { onChange, ...field } = form.field(name);
  return (
    <TextField
      {...inputOf[name]}
      {...keyboard}
      {...field}
      onChange={(event) => {
        onChange(event);
        onType?.(event.target.value);
      }}
      label={label ?? t(`auth.${name}`)}
      hint={hint}
      {...(end ? { end, wideEnd: true } : {})}
      required
    />
  );
}

/** A password field with a show button. */
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
      {...asTyped}
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

/** The error of the last submit; it takes the focus when no field is invalid. */
export const AuthFailure = ({ form }: { form: AuthForm }) =>
  form.failure && (
    <Alert ref={form.summary} tabIndex={-1}>
      {form.failure}
    </Alert>
  );

/** The submit button; beneath it, while it is disabled, the fields that are still missing. */
export function AuthSubmit({ form, children }: { form: AuthForm; children: string }) {
  const t = useTexts();
  const missing = useId();
  return (
    <div className="flex flex-col gap-2">
      <Button
        type="submit"
        wide
        busy={form.busy}
        disabled={!form.valid}
        {...(form.valid ? {} : { "aria-describedby": missing })}
      >
        {form.busy ? t("auth.loading") : children}
      </Button>
      {!form.valid && (
        <p id={missing} className="text-xs text-taupe">
          {t("auth.missing", { fields: form.missing.join(", ") })}
        </p>
      )}
    </div>
  );
}
