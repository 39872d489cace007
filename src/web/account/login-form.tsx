import { useEffect, useId, useRef, useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { setSession } from "#web/api/session.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { switchAuth, useFinishLogin } from "#web/navigation/auth-modal.ts";
import { AuthFailure, AuthSubmit, AuthTextField, PasswordField } from "./auth-fields.tsx";
import { AuthFormFrame, useFailureReport } from "./auth-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

interface RememberProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  forgotten: () => void;
}

/** "Remember me", and the link for a forgotten password. */
function RememberMe({ checked, onChange, forgotten }: RememberProps) {
  const t = useTexts();
  const hint = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <Checkbox
        label={t("auth.remember_me")}
        aria-describedby={hint}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Button look="quiet" className="-mr-2 max-[22rem]:order-last max-[22rem]:-ml-2" onClick={forgotten}>
        {t("auth.forgot_link")}
      </Button>
      {/* overlaps the touch areas above */}
      <p id={hint} className="pointer-events-none -mt-1.5 w-full pl-8 text-xs text-taupe">
        {t("auth.remember_hint")}
      </p>
    </div>
  );
}

interface LoginProps {
  /** prefill of the first field: the name just registered, or an email address */
  login: string;
  /** the name is verified by the previous step: only the password is missing */
  known: boolean;
}

export function LoginForm({ login, known }: LoginProps) {
  const t = useTexts();
  const report = useFailureReport();
  const finish = useFinishLogin();
  const [remember, setRemember] = useState(false);
  const form = useAuthForm({
    fields: ["username", "password"],
    initial: { username: login },
    login: true,
    draft: "login",
    send: async ({ username, password }) => {
      switchAuth("login"); // the message of the previous step has been read: with an error it would be one message too many
      const result = await getApiClient().login({ username: username.trim(), password, remember });
      if (!result.ok) return report(result, "toast.login_failed", "toast.login_error");
      if (!result.data.success || !result.data.user) {
        toast("error", t("toast.login_failed"));
        return { message: `${result.data.message || t("toast.login_failed")}. ${t("auth.login_failed_hint")}` };
      }
      setSession(result.data.user, remember);
      toast("success", t("toast.login_success"));
      finish();
      return null;
    },
  });
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (known) frame.current?.querySelector<HTMLElement>("[name=password]")?.focus();
  }, [known]);
  return (
    <AuthFormFrame ref={frame} onSubmit={form.onSubmit}>
      <AuthFailure form={form} />
      <AuthTextField form={form} name="username" label={t("auth.username_or_email")} inputMode="email" />
      <PasswordField form={form} name="password" />
      <RememberMe
        checked={remember}
        onChange={setRemember}
        forgotten={() => switchAuth("forgotPassword", form.field("username").value.trim())}
      />
      <AuthSubmit form={form}>{t("auth.login_button")}</AuthSubmit>
    </AuthFormFrame>
  );
}
