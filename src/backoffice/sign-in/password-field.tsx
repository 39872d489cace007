import { type ComponentProps, useState } from "react";
import { IconButton } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { EyeIcon, EyeOffIcon } from "#design/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "end">;

/** A password, which can be shown. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={t(shown ? "sign_in.hide_password" : "sign_in.show_password")}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
        </IconButton>
      }
    />
  );
}
