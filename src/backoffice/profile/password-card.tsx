import { useState } from "react";
import { minStaffPasswordLength } from "#contract/backoffice/password-length.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PasswordField } from "#backoffice/sign-in/password-field.tsx";

/** A new password, which ends all other sessions. */
export function PasswordCard({ email }: { email: string }) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const save = useAction(async () => {
    await call("PUT bo/profile/password", { body: { password } });
    setPassword("");
    await invalidate("GET bo/sessions");
    return true;
  });
  const invalid = save.error?.fields.password;
  return (
    <Card title={t("me.password")} text={t("me.password_text")}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        {/* for password managers */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t("fields.new_password")}
          hint={t("set_up.password_hint", { count: minStaffPasswordLength })}
          error={invalid}
          autoComplete="new-password"
          required
          minLength={minStaffPasswordLength}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {!invalid && <Failure error={save.error} />}
        <Button type="submit" look="secondary" size="small" className="min-h-12" busy={save.busy}>
          {t("me.change_password")}
        </Button>
        <Saved shown={save.result !== null} text={t("me.password_changed")} />
      </form>
    </Card>
  );
}
