import { useEffect, useState } from "react";
import { refreshSession } from "#backoffice/api/session.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { AddTotp } from "./add-totp.tsx";
import { passkeysExist } from "./passkeys.ts";
import { RecoveryCodeList } from "./recovery-code-list.tsx";

/** The set-up of the first second factor: a passkey or an authenticator app, and then the recovery codes. */
export default function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const [ready, setReady] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  // the requests of the set-up need the session's nonce
  useEffect(() => void refreshSession().then(() => setReady(true)), []);
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  const finish = (created: string[]) => (created.length > 0 ? setCodes(created) : onDone());
  return (
    ready && (
      <div className="space-y-6">
        <p className="text-sm text-taupe">{t("factor.why")}</p>
        {passkeysExist() && <AddPasskey onAdded={finish} />}
        <AddTotp onAdded={finish} />
      </div>
    )
  );
}
