import { lazy, Suspense, useState } from "react";
import type { StaffProfile } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { call } from "#backoffice/api/call.ts";
import { refreshSession } from "#backoffice/api/session.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { useSavedChoice } from "#backoffice/api/use-saved-choice.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

const ScannerTrial = lazy(() => import("./scanner-trial.tsx"));

const switches = ["scanner_tones", "scanner_vibration"] as const;

function Switch({ profile, name }: { profile: StaffProfile; name: (typeof switches)[number] }) {
  const t = useTexts();
  const { value, choose, error } = useSavedChoice(profile[name], async (on) => {
    await call("PUT bo/profile", { body: { [name]: on } });
    await Promise.all([invalidate("GET bo/profile"), refreshSession()]);
  });
  return (
    <>
      <Checkbox label={t(`me.${name}`)} checked={value} onChange={({ target }) => choose(target.checked)} />
      <Failure error={error} />
    </>
  );
}

/** Tones and vibration of the scanner, each of which is also shown in words. */
export function ScannerCard({ profile }: { profile: StaffProfile }) {
  const t = useTexts();
  const [trying, setTrying] = useState(false);
  return (
    <Card title={t("me.scanner")}>
      <div className="flex flex-col">
        {switches.map((name) => (
          <Switch key={name} profile={profile} name={name} />
        ))}
      </div>
      <Button look="secondary" size="small" className="mt-2 min-h-12" onClick={() => setTrying(true)}>
        {t("me.scanner_try")}
      </Button>
      {trying && (
        <Suspense>
          <ScannerTrial onClose={() => setTrying(false)} />
        </Suspense>
      )}
    </Card>
  );
}
