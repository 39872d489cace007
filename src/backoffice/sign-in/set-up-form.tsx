import { useState } from "react";
import type { z } from "zod";
import { minStaffPasswordLength } from "#contract/backoffice/password-length.ts";
import type { LinkResult, SignInStep } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PasswordField } from "./password-field.tsx";

interface SetUpFormProps {
  token: string;
  link: z.output<typeof LinkResult>;
  onStep: (step: SignInStep) => void;
}

/** Chooses the password of a link's account; the first owner also enters email and name. */
export function SetUpForm({ token, link, onStep }: SetUpFormProps) {
  const t = useTexts();
  const isFirst = link.kind === "first_owner";
  const [values, setValues] = useState({ email: link.email, name: link.name, password: "" });
  const save = useAction(async () => {
    const { email, name, password } = values;
    const body = isFirst ? { token, email, name, password } : { token, name, password };
    const { data } = await call("POST bo/set-up", { body, prompts: false });
    onStep(data.step);
  });
  const fields = save.error?.fields ?? {};
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <TextField
        {...field("email")}
        label={t("fields.email")}
        type="email"
        autoComplete="username"
        required
        readOnly={!isFirst}
      />
      <TextField {...field("name")} label={t("fields.name")} autoComplete="name" required maxLength={100} />
      <PasswordField
        {...field("password")}
        label={t("fields.new_password")}
        hint={t("set_up.password_hint", { count: minStaffPasswordLength })}
        autoComplete="new-password"
        required
        minLength={minStaffPasswordLength}
      />
      {Object.keys(fields).length === 0 && <Failure error={save.error} />}
      <Button type="submit" wide busy={save.busy}>
        {t("actions.continue")}
      </Button>
    </form>
  );
}
