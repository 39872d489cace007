import { Skeleton } from "#design/skeleton.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { SignOutButton } from "#backoffice/layout/sign-out-button.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { LanguageCard } from "./language-card.tsx";
import { NameCard } from "./name-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { RecoveryCodesCard } from "./recovery-codes-card.tsx";
import { ScannerCard } from "./scanner-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TotpCard } from "./totp-card.tsx";

const Skeletons = () => (
  <div className="space-y-4">
    {["a", "b", "c", "d", "e", "f", "g"].map((card) => (
      <Skeleton key={card} className="h-44 w-full" />
    ))}
  </div>
);

/** The own account: language, password, second factors and sessions. */
export default function Me() {
  const t = useTexts();
  const profile = useApi("GET bo/profile", {});
  return (
    <Page title={t("nav.me")} width="form">
      <div className="space-y-4">
        <Loaded query={profile} skeleton={<Skeletons />}>
          {(data) => (
            <>
              <NameCard profile={data} />
              <LanguageCard profile={data} />
              <ScannerCard profile={data} />
              <PasswordCard email={data.email} />
              <PasskeysCard />
              <TotpCard since={data.totp_since} />
              <RecoveryCodesCard left={data.recovery_codes_left} />
            </>
          )}
        </Loaded>
        <SessionsCard />
        <SignOutButton />
      </div>
    </Page>
  );
}
