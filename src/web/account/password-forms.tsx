import { useState } from "react";
import { emailError } from "#contract/person-validation.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession } from "#web/api/session.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { switchAuth } from "#web/navigation/auth-modal.ts";
import { AuthFailure, AuthSubmit, AuthTextField, PasswordField } from "./auth-fields.tsx";
import { AuthFormFrame, useFailureReport } from "./auth-form.tsx";
import { forgetReset, readResetKey } from "./reset-key.ts";
import { useAuthForm } from "./use-auth-form.ts";

/**
 * First step of a password reset: sends the link. The response is the same whether or not the address is known.
 * @param email the input at login; a username is not used
 */
export function ForgotForm({ email: typed }: { email: string }) {
  const t = useTexts();
  const report = useFailureReport();
  const form = useAuthForm({
    fields: ["email"],
    initial: { email: emailError(typed) ? "" : typed },
    send: async ({ email }) => {
      const result = await getApiClient().requestPasswordReset(email.trim());
      if (!result.ok) return report(result, "toast.forgot_failed", "toast.forgot_failed");
      toast("success", t("toast.forgot_success"));
      switchAuth("login", email.trim(), "link-sent");
      return null;
    },
  });
  return (
    <AuthFormFrame onSubmit={form.onSubmit}>
      <p className="text-sm text-taupe">{t("auth.forgot_text")}</p>
      <AuthFailure form={form} />
      <AuthTextField form={form} name="email" />
      <AuthSubmit form={form}>{t("auth.forgot_button")}</AuthSubmit>
      <Button look="quiet" onClick={() => switchAuth("login")}>
        {t("auth.back_to_login")}
      </Button>
    </AuthFormFrame>
  );
}

/** Second step: the new password, with the key from the link. */
/** The second step: the new password. Opened without the email's link, it can only lead to a new link. */
export function ResetForm() {
  const [hasKey] = useState(() => readResetKey() !== null);
  return hasKey ? <NewPasswordForm /> : <MissingResetKey />;
}

function MissingResetKey() {
  const t = useTexts();
  return (
    <div className="flex flex-col gap-5">
      <Alert>{t("validation.reset_invalid")}</Alert>
      <Button wide onClick={() => switchAuth("forgotPassword", "")}>
        {t("auth.new_link")}
      </Button>
    </div>
  );
}

function NewPasswordForm() {
  const t = useTexts();
  const report = useFailureReport();
  const form = useAuthForm({
    fields: ["password", "RePassword"],
    send: async ({ password, RePassword }) => {
      const stored = readResetKey();
      if (!stored) return { message: t("validation.reset_invalid") };
      const result = await getApiClient().resetPassword({ ...stored, password, RePassword });
      if (!result.ok) return report(result, "toast.reset_failed", "errors.unexpected");
      forgetReset();
      revalidateSession(); // the session has ended with the old password
      toast("success", t("toast.reset_success"));
      switchAuth("login", stored.login, "reset");
      return null;
    },
  });
  return (
    <AuthFormFrame onSubmit={form.onSubmit}>
      <p className="text-sm text-taupe">{t("auth.reset_text")}</p>
      <AuthFailure form={form} />
      <PasswordField form={form} name="password" label={t("auth.newPassword")} fresh />
      <PasswordField form={form} name="RePassword" fresh />
      <AuthSubmit form={form}>{t("auth.reset_button")}</AuthSubmit>
      {/* the link was used or has expired: a link to request a new one */}
      {form.failure && (
        <Button look="quiet" onClick={() => switchAuth("forgotPassword", "")}>
          {t("auth.new_link")}
        </Button>
      )}
    </AuthFormFrame>
  );
}
