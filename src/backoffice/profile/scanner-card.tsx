import { lazy, Suspense, useState } from "react";
import type { ProfileUpdate, StaffProfile } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { call } from "#backoffice/api/call.ts";
import { refreshSession } from "#backoffice/api/session.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

const ScannerTrial = lazy(() => import("./scanner-trial.tsx"));

const switches = ["scanner_tones", "scanner_vibration"] as const;

/** Tones and vibration of the scanner, each of which is also shown in words. */
export function ScannerCard({ profile }: { profile: StaffProfile }) {
  const t = useTexts();
  const [trying, setTrying] = useState(false);
  const save = useAction(async (_key, body: ProfileUpdate) => {
    await call("PUT bo/profile", { body });
    await Promise.all([invalidate("GET bo/profile"), refreshSession()]);
  });
  return (
    <Card title={t("me.scanner")}>
      <div className="flex flex-col">
        {switches.map((name) => (
          <Checkbox
            key={name}
            label={t(`me.${name}`)}
            checked={profile[name]}
            disabled={save.busy}
            onChange={(event) => void save.run({ [name]: event.target.checked })}
          />
        ))}
      </div>
      <Failure error={save.error} />
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
