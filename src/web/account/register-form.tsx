import { useRef, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { Register } from "#contract/customer.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { Link } from "#design/link.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { Button } from "#design/button.tsx";
import { logInAfterRegistration } from "#web/navigation/auth-modal.ts";
import { AuthFailure, AuthSubmit, AuthTextField, PasswordField } from "./auth-fields.tsx";
import { AuthFormFrame, useFailureReport } from "./auth-form.tsx";
import { readDraft } from "./auth-draft.ts";
import { tenDigitPhone } from "./auth-rules.ts";
import { usernameFrom, usernameWithNumber } from "./propose-username.ts";
import { useAuthForm } from "./use-auth-form.ts";

const maxTries = 4;

/** Whether a registration was refused for its username alone. */
const isUsernameTaken = (result: StoreResult<unknown>): boolean =>
  !result.ok && Object.keys(result.problem.data.params ?? {}).join() === "username";

/** Registers. A proposed username that is taken gets a number. @returns the result, and the username that was sent last */
async function register(person: Register, isProposed: boolean) {
  let body = person;
  for (let tries = 1; ; tries++) {
    const result = await getApiClient().register(body);
    if (!isProposed || tries === maxTries || !isUsernameTaken(result)) return { result, username: body.username };
    body = { ...person, username: usernameWithNumber(person.username, tries) };
  }
}

/** @param email prefilled address, from the newsletter field */
export function RegisterForm({ email }: { email: string }) {
  const t = useTexts();
  const report = useFailureReport();
  // a username that the visitor has typed is never overwritten
  const [isProposed, setIsProposed] = useState(() => {
    const draft = readDraft("register");
    return !draft.username || draft.username === usernameFrom(draft.email ?? "");
  });
  const usernameFrame = useRef<HTMLDivElement>(null);
  const form = useAuthForm({
    fields: ["lastName", "firstName", "email", "phone", "username", "password", "RePassword"],
    initial: { email, ...(isProposed ? { username: usernameFrom(email) } : {}) },
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
      const { result, username: sent } = await register(body, isProposed);
      if (!result.ok) return report(result, "toast.register_failed", "toast.register_error");
      toast("success", t("toast.register_success"));
      logInAfterRegistration(sent, password);
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
      <AuthTextField
        form={form}
        name="email"
        onType={(typed) => isProposed && form.propose("username", usernameFrom(typed))}
      />
      <AuthTextField form={form} name="phone" hint={t("auth.phone_hint")} />
      <div ref={usernameFrame}>
        <AuthTextField
          form={form}
          name="username"
          hint={t("auth.username_hint")}
          onType={() => setIsProposed(false)}
          end={
            isProposed &&
            form.field("username").value !== "" && (
              <Button look="quiet" onClick={() => usernameFrame.current?.querySelector("input")?.select()}>
                {t("auth.change_username")}
              </Button>
            )
          }
        />
      </div>
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
