import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import type { SignInStep } from "#contract/backoffice/staff.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PublicPage } from "./public-page.tsx";
import { SetUpForm } from "./set-up-form.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";
import { useEnter } from "./use-enter.ts";

/** The screen behind a link: of the first owner, of an invitation, of a new password. Its token is in the fragment. */
export default function SetUp() {
  const t = useTexts();
  const enter = useEnter();
  // React Router removes it from the address when it navigates; this screen does not
  const token = useLocation().hash.slice(1);
  const [step, setStep] = useState<SignInStep | null>(null);
  const link = useQuery({
    queryKey: ["link", token],
    queryFn: () => call("POST bo/set-up/link", { body: { token }, prompts: false }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const proceed = (next: SignInStep) => (next === "done" ? void enter() : setStep(next));
  if (step && step !== "done")
    return (
      <PublicPage title={t(step === "second_factor" ? "sign_in.title" : "factor.title")}>
        <SignInSteps first={step} onDone={() => void enter()} />
      </PublicPage>
    );
  if (link.error instanceof CallError && (link.error.status === 410 || link.error.status === 400))
    return (
      <PublicPage title={t("set_up.expired")}>
        <p className="mb-4 text-sm text-taupe">{t("set_up.expired_text")}</p>
        <LinkAsButton to="/sign-in">{t("set_up.to_sign_in")}</LinkAsButton>
      </PublicPage>
    );
  const kind = link.data?.data.kind;
  return (
    <PublicPage title={t(kind ? `set_up.${kind}` : "set_up.title")}>
      <Loaded query={link}>{(data) => <SetUpForm token={token} link={data} onStep={proceed} />}</Loaded>
    </PublicPage>
  );
}
