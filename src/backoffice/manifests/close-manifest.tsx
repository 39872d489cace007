import type { Manifest, Signature } from "#contract/backoffice/manifests.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { SignaturePad } from "./signature-pad.tsx";

interface HandoverDraft {
  driver: string;
  /** null: no field to sign is open */
  signature: Signature | null;
}

/** The driver's name or signature, and the button that hands over. */
export function CloseManifest({ manifest }: { manifest: Manifest }) {
  const t = useTexts();
  // a driver signs once: a reload does not lose it
  const draft = useDraft<HandoverDraft>(`manifest-${manifest.id}`, { driver: "", signature: null });
  const { driver, signature } = draft.values;
  const manifests = useApi("GET bo/manifests", {}).data?.data.manifests;
  // often the same person comes every day
  const last = manifests?.find(({ carrier, driver: name }) => carrier === manifest.carrier && name)?.driver;
  const close = useAction(async (key, name: string) => {
    const body = { driver: name, signature: signature ?? [] };
    try {
      await call("POST bo/manifests/{id}/close", { path: { id: manifest.id }, body, key });
      draft.discard();
    } finally {
      // a parcel that cannot be handed over is marked in the list
      await invalidate("GET bo/manifests/{id}", "GET bo/manifests", "GET bo/parcels", "GET bo/today");
    }
  });
  const fields = close.error?.fields ?? {};
  // a rejection is over once the parcels that caused it are found or taken out
  const isOver =
    close.error?.status === 409 &&
    manifest.parcels.length > 0 &&
    manifest.parcels.every(({ problem, seen_at }) => !problem && seen_at !== null);
  return (
    <Card className="print:hidden">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void close.run(driver);
        }}
      >
        <DraftOffer draft={draft} />
        <TextField
          label={t("manifests.driver")}
          hint={t("manifests.driver_hint")}
          maxLength={100}
          autoComplete="off"
          value={driver}
          error={fields.driver}
          onChange={(event) => draft.change({ driver: event.target.value })}
        />
        <Button look="secondary" size="small" className="min-h-12" onClick={() => draft.change({ signature: [] })}>
          {t(signature ? "manifests.sign_again" : "manifests.sign")}
        </Button>
        {signature && <SignaturePad value={signature} onChange={(next) => draft.change({ signature: next })} />}
        {!fields.driver && !isOver && <Failure error={close.error} />}
        {last && driver === "" && !signature?.length && (
          <ServerButton look="secondary" wide busy={close.busy} onClick={() => void close.run(last)}>
            {t("manifests.close_with", { driver: last })}
          </ServerButton>
        )}
        <ServerButton type="submit" wide busy={close.busy}>
          {t("manifests.close")}
        </ServerButton>
      </form>
    </Card>
  );
}
