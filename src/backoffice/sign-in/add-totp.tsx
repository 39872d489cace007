import { useState } from "react";
import { Button } from "#design/button.tsx";
import { QrCode } from "#design/qr-code.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { TotpField } from "./totp-field.tsx";

/** Sets up an authenticator app. @param onAdded gets the recovery codes if the account had none */
export function AddTotp({ onAdded }: { onAdded: (codes: string[]) => void }) {
  const t = useTexts();
  const [code, setCode] = useState("");
  const start = useAction(async () => (await call("POST bo/totp", {})).data);
  const confirm = useAction(async () => onAdded((await call("PUT bo/totp", { body: { code } })).data.codes));
  if (!start.result)
    return (
      <div className="space-y-3">
        <Failure error={start.error} />
        <Button look="secondary" wide busy={start.busy} onClick={() => void start.run()}>
          {t("factor.add_totp")}
        </Button>
      </div>
    );
  const { uri, secret } = start.result;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.run();
      }}
    >
      <p className="text-sm">{t("factor.scan")}</p>
      <QrCode text={uri} label={t("factor.qr_label")} className="w-52 max-w-full" />
      <p className="text-sm text-taupe">
        {t("factor.secret")} <code className="block pt-1 font-mono break-all text-ink select-all">{secret}</code>
      </p>
      <TotpField value={code} onChange={setCode} />
      <Failure error={confirm.error} />
      <Button type="submit" wide busy={confirm.busy}>
        {t("factor.confirm_totp")}
      </Button>
    </form>
  );
}
