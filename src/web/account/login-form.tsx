import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { setSession } from "#web/api/session.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closeAuth, switchAuth, useAuthModal } from "#web/navigation/auth-modal.ts";
import { useGo } from "#web/navigation/overlay.ts";
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

/** After a successful login: runs its action, closes the dialog, and opens the requested page unless the dialog is closed meanwhile. */
function useFinishLogin({ signal }: AbortController): () => Promise<void> {
  const modal = useAuthModal();
  const go = useGo();
  return async () => {
    const goesOn = (await modal?.after?.()) !== false;
    if (signal.aborted) return;
    if (goesOn && modal?.next) void go(modal.next);
    else closeAuth();
  };
}

/** Aborts a login that is under way when the dialog is closed. */
function useClosing(): AbortController {
  const [closing, setClosing] = useState(() => new AbortController());
  const isOpen = useAuthModal() !== null;
  useEffect(() => {
    if (!isOpen) closing.abort();
    else if (closing.signal.aborted) setClosing(new AbortController());
  }, [isOpen, closing]);
  return closing;
}

interface LoginProps {
  /** prefill of the first field: the name just registered, or an email address */
  login: string;
  /** of an account that was just created: sent at once */
  password: string | null;
  /** the name is verified by the previous step: only the password is missing */
  known: boolean;
}

export function LoginForm({ login, password, known }: LoginProps) {
  const t = useTexts();
  // a refused login is shown once, above the form
  const report = useFailureReport({ quiet: true });
  const [remember, setRemember] = useState(false);
  const closing = useClosing();
  const finish = useFinishLogin(closing);
  const isAutomatic = useRef(false);
  const form = useAuthForm({
    fields: ["username", "password"],
    initial: { username: login, password: password ?? "" },
    login: true,
    draft: "login",
    send: async ({ username, password: typed }) => {
      // before a login by hand the message of the previous step has been read: with an error it would be one message too many
      if (!isAutomatic.current) switchAuth("login");
      isAutomatic.current = false;
      const login = { username: username.trim(), password: typed, remember };
      const result = await getApiClient().login(login, { signal: closing.signal });
      if (closing.signal.aborted) return null;
      if (!result.ok) return report(result, "toast.login_failed", "toast.login_error");
      if (!result.data.success || !result.data.user) {
        return { message: `${result.data.message || t("toast.login_failed")}. ${t("auth.login_failed_hint")}` };
      }
      setSession(result.data.user, remember);
      toast("success", t("toast.login_success"));
      await finish();
      return null;
    },
  });
  const sendRegistered = useEffectEvent(form.submit);
  const isSent = useRef(false);
  useEffect(() => {
    if (password === null || isSent.current) return;
    isSent.current = true;
    isAutomatic.current = true;
    void sendRegistered();
  }, [password]);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (known && password === null) frame.current?.querySelector<HTMLElement>("[name=password]")?.focus();
  }, [known, password]);
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
