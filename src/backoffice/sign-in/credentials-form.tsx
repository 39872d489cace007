import { useState } from "react";
import type { SignInStep } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { signInWithPasskey } from "./passkeys.ts";
import { PasswordField } from "./password-field.tsx";
import { SignInFailure } from "./wait-time.tsx";

interface CredentialsFormProps {
  /** of the session that ended; the field is then read-only */
  account?: string | undefined;
  /** @param remember whether the session outlives the browser */
  onStep: (step: SignInStep, remember: boolean) => void;
}

/** The first step of a sign-in: a passkey, or email and password. */
export function CredentialsForm({ account, onStep }: CredentialsFormProps) {
  const t = useTexts();
  const [email, setEmail] = useState(account ?? "");
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(false);
  const signIn = useAction(async () => {
    const { data } = await call("POST bo/session", { body: { email, password, remember }, prompts: false });
    onStep(data.step, remember);
  });
  return (
    <div className="space-y-5">
      <PasskeyButton authenticate={() => signInWithPasskey(remember)} onDone={() => onStep("done", remember)} />
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn.run();
        }}
      >
        <TextField
          label={t("fields.email")}
          type="email"
          name="email"
          autoComplete="username"
          required
          readOnly={account !== undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={t("fields.password")}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Checkbox
          label={t("sign_in.remember")}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <SignInFailure error={signIn.error} />
        <Button type="submit" wide busy={signIn.busy}>
          {t("actions.sign_in")}
        </Button>
      </form>
    </div>
  );
}
