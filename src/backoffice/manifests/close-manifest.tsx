import { useState } from "react";
import type { Manifest, Signature } from "#contract/backoffice/manifests.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { SignaturePad } from "./signature-pad.tsx";

/** The driver's name or signature, and the button that hands over. */
export function CloseManifest({ manifest }: { manifest: Manifest }) {
  const t = useTexts();
  const [driver, setDriver] = useState("");
  const [signature, setSignature] = useState<Signature | null>(null);
  const close = useAction(async (key) => {
    const body = { driver, signature: signature ?? [] };
    try {
      await call("POST bo/manifests/{id}/close", { path: { id: manifest.id }, body, key });
    } finally {
      // a parcel that cannot be handed over is marked in the list
      await invalidate("GET bo/manifests/{id}", "GET bo/manifests", "GET bo/parcels", "GET bo/today");
    }
  });
  const fields = close.error?.fields ?? {};
  return (
    <Card className="print:hidden">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void close.run();
        }}
      >
        <TextField
          label={t("manifests.driver")}
          hint={t("manifests.driver_hint")}
          maxLength={100}
          autoComplete="off"
          value={driver}
          error={fields.driver}
          onChange={(event) => setDriver(event.target.value)}
        />
        <Button look="secondary" size="small" className="min-h-12" onClick={() => setSignature([])}>
          {t(signature ? "manifests.sign_again" : "manifests.sign")}
        </Button>
        {signature && <SignaturePad value={signature} onChange={setSignature} />}
        {!fields.driver && <Failure error={close.error} />}
        <Button type="submit" wide busy={close.busy}>
          {t("manifests.close")}
        </Button>
      </form>
    </Card>
  );
}
