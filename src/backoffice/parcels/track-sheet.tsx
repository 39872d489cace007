import { useState } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet, SheetActions } from "#backoffice/components/sheet.tsx";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { cameraExists } from "#backoffice/device/scanner/use-camera.ts";
import { useHandScanner } from "#backoffice/device/scanner/use-hand-scanner.ts";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { manualCarriers } from "./carrier-name.ts";
import { refreshParcels } from "./refresh-parcels.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

/** The email that the customer would get. */
function Preview({ orderId, code, carrier }: { orderId: number; code: string; carrier: string }) {
  const t = useTexts();
  const query = useApi("GET bo/orders/{id}/parcels/email", { path: { id: orderId }, query: { code, carrier } });
  return (
    <Loaded query={query}>
      {({ to, subject, text }) =>
        to === null ? (
          <Alert tone="warning">{t("parcels.no_email")}</Alert>
        ) : (
          <div className="rounded-xs border border-line bg-white p-3 text-xs">
            <p className="text-taupe">{to}</p>
            <p className="font-medium">{subject}</p>
            <p className="mt-2 max-h-48 overflow-y-auto whitespace-pre-line">{text}</p>
          </div>
        )
      }
    </Loaded>
  );
}

/** Reads the code with the camera, which a button opens if there can be one, or with a hand scanner. */
function CodeScanner({ onCode }: { onCode: (code: string) => void }) {
  const t = useTexts();
  const [scanning, setScanning] = useState(false);
  // the open scanner reads it itself
  useHandScanner(onCode, !scanning);
  if (!cameraExists()) return null;
  return (
    <div className="mb-4 space-y-3">
      <Button look="secondary" wide aria-expanded={scanning} onClick={() => setScanning(!scanning)}>
        {t("parcels.scan_code")}
      </Button>
      {scanning && (
        <Scanner
          hint={t("parcels.code")}
          onScan={({ code }) => {
            onCode(code);
            setScanning(false);
          }}
        />
      )}
    </div>
  );
}

const blank = { code: "", carrier: "", notify: true };

/** Records the code of a parcel that was sent manually, typed or scanned; the customer's email is shown first and can be skipped. */
export function TrackSheet({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useTexts();
  const draft = useDraft(`track-${orderId}`, blank);
  const { values, change } = draft;
  const [preview, setPreview] = useState(false);
  const track = useAction(async (key) => {
    await call("POST bo/orders/{id}/parcels/track", { path: { id: orderId }, body: values, key });
    draft.discard();
    await refreshParcels();
    onClose();
    reportDone(t("actions.saved"));
  });
  const fields = track.error?.fields ?? {};
  return (
    <Sheet title={t("parcels.track_title", { order: orderId })} onClose={onClose}>
      {/* outside of the form: the field for typed codes is a form of its own */}
      <CodeScanner onCode={(code) => change({ code })} />
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void track.run();
        }}
      >
        <DraftOffer draft={draft} />
        <TextField
          label={t("parcels.carrier")}
          required
          maxLength={100}
          list="carriers"
          value={values.carrier}
          error={fields.carrier}
          onChange={(event) => change({ carrier: event.target.value })}
        />
        <datalist id="carriers">
          {manualCarriers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          label={t("parcels.code")}
          hint={t("parcels.code_hint")}
          required
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={values.code}
          error={fields.code}
          onChange={(event) => change({ code: event.target.value })}
        />
        <Checkbox
          label={t("parcels.notify")}
          checked={values.notify}
          onChange={(event) => change({ notify: event.target.checked })}
        />
        {values.notify && (
          <Button look="quiet" className="-ml-2 min-h-12" aria-expanded={preview} onClick={() => setPreview(!preview)}>
            {t("parcels.preview")}
          </Button>
        )}
        {values.notify && preview && <Preview orderId={orderId} code={values.code} carrier={values.carrier} />}
        {Object.keys(fields).length === 0 && <Failure error={track.error} />}
        <SheetActions>
          <ServerButton type="submit" wide busy={track.busy}>
            {t(values.notify ? "parcels.track_notify" : "parcels.track_silently")}
          </ServerButton>
        </SheetActions>
      </form>
    </Sheet>
  );
}
