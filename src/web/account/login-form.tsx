import { useState } from "react";
import { getStore } from "#web/api/browser-store.ts";
import { enterSession } from "#web/api/session.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { toast } from "#web/design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { switchAuth, useFinishLogin } from "#web/shell/auth-modal.ts";
import { AuthFailure, AuthSubmit, AuthTextField, PasswordField } from "./auth-fields.tsx";
import { AuthFormFrame, useTellFailure } from "./auth-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

function RememberMe({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const t = useTexts();
  const label = (
    <span>
      {t("auth.remember_me")}
      <span className="block text-xs text-taupe">{t("auth.remember_hint")}</span>
    </span>
  );
  return <Checkbox label={label} checked={checked} onChange={(event) => onChange(event.target.checked)} />;
}

/** @param login what the first field starts with: the name just registered, or an address */
export function LoginForm({ login }: { login: string }) {
  const t = useTexts();
  const tell = useTellFailure();
  const finish = useFinishLogin();
  const [remember, setRemember] = useState(false);
  const form = useAuthForm({
    fields: ["username", "password"],
    initial: { username: login },
    login: true,
    send: async ({ username, password }) => {
      const answer = await getStore().login({ username: username.trim(), password, remember });
      if (!answer.ok) return tell(answer, "toast.login_failed", "toast.login_error");
      if (!answer.data.success || !answer.data.user) {
        toast("error", t("toast.login_failed"));
        return { sentence: `${answer.data.message || t("toast.login_failed")}. ${t("auth.login_failed_hint")}` };
      }
      enterSession(answer.data.user);
      toast("success", t("toast.login_success"));
      finish();
      return null;
    },
  });
  return (
    <AuthFormFrame onSubmit={form.onSubmit}>
      <AuthFailure form={form} />
      <AuthTextField form={form} name="username" label={t("auth.username_or_email")} />
      <PasswordField form={form} name="password" />
      <div className="flex items-start justify-between gap-x-4">
        <RememberMe checked={remember} onChange={setRemember} />
        <Button look="quiet" className="-mr-2 shrink-0" onClick={() => switchAuth("forgotPassword", "")}>
          {t("auth.forgot_link")}
        </Button>
      </div>
      <AuthSubmit form={form}>{t("auth.login_button")}</AuthSubmit>
    </AuthFormFrame>
  );
}
