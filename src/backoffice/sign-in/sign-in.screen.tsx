import { sessionStore } from "#backoffice/api/session-store.ts";
import { TextLink } from "#backoffice/components/text-link.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { isDemo } from "#backoffice/api/shop-mode.ts";
import { DemoRoles } from "./demo-roles.tsx";
import { PublicPage } from "./public-page.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";
import { useEnter } from "./use-enter.ts";

/** The sign-in; a session that still needs its second factor continues there. */
export default function SignIn() {
  const t = useTexts();
  const enter = useEnter();
  const step = sessionStore.get()?.step;
  return (
    <PublicPage title={t("sign_in.title")}>
      <SignInSteps first={step === "set_up_second_factor" ? step : "credentials"} onDone={() => void enter()} />
      <div className="mt-2 text-sm">
        <TextLink to="/password">{t("sign_in.forgotten")}</TextLink>
      </div>
      {isDemo && <DemoRoles onDone={() => void enter()} />}
    </PublicPage>
  );
}
