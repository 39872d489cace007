import { lazy, Suspense, useState } from "react";
import type { SignInStep } from "#contract/backoffice/staff.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CodeForm } from "./code-form.tsx";
import { CredentialsForm } from "./credentials-form.tsx";

const SecondFactorSetUp = lazy(() => import("./second-factor-set-up.tsx"));

interface SignInStepsProps {
  /** where the sign-in starts */
  first: SignInStep | "credentials";
  /** email of the account that signs in again */
  account?: string;
  onDone: () => void;
}

/** All steps of a sign-in, one at a time. */
export function SignInSteps({ first, account, onDone }: SignInStepsProps) {
  const t = useTexts();
  const [step, setStep] = useState(first);
  const [codesLeft, setCodesLeft] = useState<number | null>(null);
  const [remember, setRemember] = useState(false);
  const proceed = (next: SignInStep, remembered: boolean) => {
    setRemember(remembered);
    if (next === "done") onDone();
    else setStep(next);
  };
  if (codesLeft !== null)
    return (
      <div className="space-y-4">
        <Alert tone="warning">{t("sign_in.few_codes", { count: codesLeft })}</Alert>
        <Button wide onClick={onDone}>
          {t("actions.continue")}
        </Button>
      </div>
    );
  if (step === "second_factor")
    return (
      <CodeForm
        remember={remember}
        onBack={() => setStep("credentials")}
        onDone={(left) => (left === undefined ? onDone() : setCodesLeft(left))}
      />
    );
  if (step === "set_up_second_factor")
    return (
      <Suspense>
        <SecondFactorSetUp onDone={onDone} />
      </Suspense>
    );
  return <CredentialsForm account={account} onStep={proceed} />;
}
