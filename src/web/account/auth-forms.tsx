import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "#contract/client.ts";
import { getStore } from "#web/api/browser-store.ts";
import { enterSession } from "#web/api/session.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { toast } from "#web/design/toast.ts";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { switchAuth, useFinishLogin } from "#web/shell/auth-modal.ts";
import { AuthFailure, AuthSubmit, AuthTextField, PasswordField } from "./auth-fields.tsx";
import type { AuthField } from "./auth-rules.ts";
import { forgetReset, keptReset } from "./reset-key.ts";
import { type SendFailure, useAuthForm } from "./use-auth-form.ts";

const wireNames: Record<string, AuthField> = { first_name: "firstName", last_name: "lastName" };

/** A toast says that it failed, and the form keeps saying why. */
function useTellFailure() {
  const t = useTexts();
  return (answer: Extract<Answer<unknown>, { ok: false }>, refused: TextKey, broke: TextKey): SendFailure => {
    const ours = answer.network || answer.status >= 500;
    toast("error", t(ours ? broke : refused));
    const named = answer.problem.data.params;
    const fields =
      named && !Array.isArray(named)
        ? Object.fromEntries(Object.entries(named).map(([name, words]) => [wireNames[name] ?? name, words]))
        : {};
    return { sentence: ours ? t(broke) : problemSentence(t, answer), fields };
  };
}

function Form({ children, onSubmit }: { children: ReactNode; onSubmit: React.FormEventHandler }) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {children}
    </form>
  );
}

export function LoginForm() {
  const t = useTexts();
  const tell = useTellFailure();
  const finish = useFinishLogin();
  const [remember, setRemember] = useState(false);
  const form = useAuthForm({
    fields: ["username", "password"],
    login: true,
    send: async ({ username, password }) => {
      const answer = await getStore().login({ username: username.trim(), password, remember });
      if (!answer.ok) return tell(answer, "toast.login_failed", "toast.login_error");
      if (!answer.data.success || !answer.data.user)
        return { sentence: answer.data.message || t("toast.login_failed") };
      enterSession(answer.data.user);
      toast("success", t("toast.login_success"));
      finish();
      return null;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <AuthFailure form={form} />
      <AuthTextField form={form} name="username" label={t("auth.username_or_email")} />
      <PasswordField form={form} name="password" />
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <Checkbox
          label={t("auth.remember_me")}
          hint={t("auth.remember_hint")}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <Button look="quiet" className="-mr-2" onClick={() => switchAuth("forgotPassword")}>
          {t("auth.forgot_link")}
        </Button>
      </div>
      <AuthSubmit form={form}>{t("auth.login_button")}</AuthSubmit>
    </Form>
  );
}

export function RegisterForm({ email }: { email: string }) {
  const t = useTexts();
  const tell = useTellFailure();
  const form = useAuthForm({
    fields: ["lastName", "firstName", "username", "email", "phone", "password", "RePassword"],
    initial: { email },
    send: async ({ username, email: address, password, firstName, lastName, phone }) => {
      const body = {
        username,
        email: address.trim(),
        password,
        first_name: firstName.trim(),
        last_name: lastName.trim(),
        phone,
      };
      const answer = await getStore().register(body);
      if (!answer.ok) return tell(answer, "toast.register_failed", "toast.register_error");
      toast("success", t("toast.register_success"));
      switchAuth("login");
      return null;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <AuthFailure form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <AuthTextField form={form} name="lastName" />
        <AuthTextField form={form} name="firstName" />
      </div>
      <AuthTextField form={form} name="username" hint={t("auth.username_hint")} />
      <AuthTextField form={form} name="email" />
      <AuthTextField form={form} name="phone" hint={t("auth.phone_hint")} />
      <PasswordField form={form} name="password" hint={t("auth.password_hint")} fresh />
      <PasswordField form={form} name="RePassword" fresh />
      <p className="text-xs text-taupe">
        <Link to="/support?section=privacy" className="underline underline-offset-4 hover:text-champagne">
          {t("auth.terms")}
        </Link>
      </p>
      <AuthSubmit form={form}>{t("auth.register_button")}</AuthSubmit>
    </Form>
  );
}

export function ForgotForm() {
  const t = useTexts();
  const tell = useTellFailure();
  const form = useAuthForm({
    fields: ["email"],
    send: async ({ email }) => {
      const answer = await getStore().requestPasswordReset(email.trim());
      if (!answer.ok) return tell(answer, "toast.forgot_failed", "toast.forgot_failed");
      toast("success", t("toast.forgot_success"));
      switchAuth("login");
      return null;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <p className="text-sm text-taupe">{t("auth.forgot_text")}</p>
      <AuthFailure form={form} />
      <AuthTextField form={form} name="email" />
      <AuthSubmit form={form}>{t("auth.forgot_button")}</AuthSubmit>
      <Button look="quiet" onClick={() => switchAuth("login")}>
        {t("auth.back_to_login")}
      </Button>
    </Form>
  );
}

export function ResetForm() {
  const t = useTexts();
  const tell = useTellFailure();
  const form = useAuthForm({
    fields: ["password", "RePassword"],
    send: async ({ password, RePassword }) => {
      const kept = keptReset();
      if (!kept) return { sentence: t("validation.reset_invalid") };
      const answer = await getStore().resetPassword({ ...kept, password, RePassword });
      if (!answer.ok) return tell(answer, "toast.reset_failed", "toast.unexpected");
      forgetReset();
      toast("success", t("toast.reset_success"));
      switchAuth("login");
      return null;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <p className="text-sm text-taupe">{t("auth.reset_text")}</p>
      <AuthFailure form={form} />
      <PasswordField form={form} name="password" label={t("auth.newPassword")} hint={t("auth.password_hint")} fresh />
      <PasswordField form={form} name="RePassword" fresh />
      <AuthSubmit form={form}>{t("auth.reset_button")}</AuthSubmit>
    </Form>
  );
}
