import { useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { FingerprintIcon } from "#backoffice/components/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { describeDevice } from "#backoffice/components/describe-device.ts";
import { createPasskey, wasDismissed } from "./passkeys.ts";

/** Creates a passkey on this device. @param onAdded gets the recovery codes if the account had none */
export function AddPasskey({ onAdded }: { onAdded: (codes: string[]) => void }) {
  const t = useTexts();
  const [name, setName] = useState(describeDevice(navigator.userAgent));
  const add = useAction(async () => {
    try {
      onAdded(await createPasskey(name));
      return "added" as const;
    } catch (error) {
      if (wasDismissed(error)) return "dismissed" as const;
      throw error;
    }
  });
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add.run();
      }}
    >
      <TextField
        label={t("factor.passkey_name")}
        required
        maxLength={100}
        value={name}
        error={add.error?.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      {add.result === "dismissed" && <Alert tone="warning">{t("factor.passkey_dismissed")}</Alert>}
      <Failure error={add.error} />
      <Button type="submit" wide busy={add.busy}>
        <FingerprintIcon size={20} />
        {t("factor.add_passkey")}
      </Button>
    </form>
  );
}
