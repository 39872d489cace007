import { getApiClient } from "#web/api/api-client.ts";
import { Link } from "#design/link.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { switchAuth } from "#web/navigation/auth-modal.ts";
import { AuthFailure, AuthSubmit, AuthTextField, PasswordField } from "./auth-fields.tsx";
import { AuthFormFrame, useFailureReport } from "./auth-form.tsx";
import { tenDigitPhone } from "./auth-rules.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** @param email prefilled address, from the newsletter field */
export function RegisterForm({ email }: { email: string }) {
  const t = useTexts();
  const report = useFailureReport();
  const form = useAuthForm({
    fields: ["lastName", "firstName", "username", "email", "phone", "password", "RePassword"],
    initial: { email },
    draft: "register",
    send: async ({ username, email: address, password, firstName, lastName, phone }) => {
      const body = {
        username,
        email: address.trim(),
        password,
        first_name: firstName.trim(),
        last_name: lastName.trim(),
        phone: tenDigitPhone(phone),
      };
      const result = await getApiClient().register(body);
      if (!result.ok) return report(result, "toast.register_failed", "toast.register_error");
      toast("success", t("toast.register_success"));
      switchAuth("login", username, "registered");
      return null;
    },
  });
  return (
    <AuthFormFrame onSubmit={form.onSubmit}>
      <AuthFailure form={form} />
      <div className="grid grid-cols-2 gap-4">
        <AuthTextField form={form} name="lastName" />
        <AuthTextField form={form} name="firstName" />
      </div>
      <AuthTextField form={form} name="username" hint={t("auth.username_hint")} />
      <AuthTextField form={form} name="email" />
      <AuthTextField form={form} name="phone" hint={t("auth.phone_hint")} />
      <PasswordField form={form} name="password" hint={t("auth.password_hint")} fresh />
      <PasswordField form={form} name="RePassword" fresh />
      {/* in a new tab, so that the input is not lost */}
      <Link
        to="/support?section=privacy"
        target="_blank"
        className="flex min-h-11 items-center text-xs text-taupe text-link lg:min-h-8"
      >
        <span>
          {t("auth.terms")}
          <span className="sr-only"> ({t("a11y.external_link")})</span>
        </span>
      </Link>
      <AuthSubmit form={form}>{t("auth.register_button")}</AuthSubmit>
    </AuthFormFrame>
  );
}
