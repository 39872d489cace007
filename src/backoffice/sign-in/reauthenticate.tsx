import { useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { sessionStore } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { passkeysExist, reauthenticateWithPasskey } from "./passkeys.ts";
import { PasswordField } from "./password-field.tsx";
import { TotpField } from "./totp-field.tsx";
import { SignInFailure } from "./wait-time.tsx";

function PasswordAndCode({ hasTotp, onDone }: { hasTotp: boolean; onDone: () => void }) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const confirm = useAction(async () => {
    const body = hasTotp ? { password, code } : { password };
    const { data } = await call("POST bo/session/reauthenticate", { body, prompts: false });
    const session = sessionStore.get();
    // the session has a new token, so all requests need its nonce
    if (session) sessionStore.set({ ...session, ...data });
    onDone();
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.run();
      }}
    >
      <PasswordField
        label={t("fields.password")}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {hasTotp && <TotpField value={code} onChange={setCode} />}
      <SignInFailure error={confirm.error} />
      <Button type="submit" wide busy={confirm.busy}>
        {t("actions.confirm")}
      </Button>
    </form>
  );
}

/** Authenticates the person again: with a passkey, or with password and code. */
export function Reauthenticate({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useApi("GET bo/profile", {});
  const passkeys = useApi("GET bo/passkeys", {});
  return (
    <div className="space-y-5">
      <PasskeyButton authenticate={reauthenticateWithPasskey} onDone={onDone} />
      <Loaded query={profile}>
        {(own) => (
          <Loaded query={passkeys}>
            {(stored) => {
              const hasTotp = own.totp_since !== null;
              // a password counts only together with a code
              if (hasTotp || stored.length === 0) return <PasswordAndCode hasTotp={hasTotp} onDone={onDone} />;
              return passkeysExist() ? null : <Alert tone="warning">{t("sign_in.needs_passkey")}</Alert>;
            }}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}
