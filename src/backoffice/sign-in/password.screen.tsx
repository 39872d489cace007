import { useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { TextLink } from "#backoffice/components/text-link.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PublicPage } from "./public-page.tsx";
import { SignInFailure } from "./wait-time.tsx";

/** Requests a link to choose a new password. The response is the same without an account. */
export default function ForgottenPassword() {
  const t = useTexts();
  const [email, setEmail] = useState("");
  const request = useAction(
    async () => (await call("POST bo/password-forgotten", { body: { email }, prompts: false })).data,
  );
  return (
    <PublicPage title={t("password.title")}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void request.run();
        }}
      >
        <p className="text-sm text-taupe">{t("password.text")}</p>
        <TextField
          label={t("fields.email")}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SignInFailure error={request.error} />
        {request.result && <Alert tone="success">{t("password.sent")}</Alert>}
        <Button type="submit" wide busy={request.busy}>
          {t("password.send")}
        </Button>
      </form>
      <div className="mt-2 text-sm">
        <TextLink to="/sign-in">{t("password.back")}</TextLink>
      </div>
    </PublicPage>
  );
}
