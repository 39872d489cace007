import { useState } from "react";
import { useParams } from "react-router";
import type { Manifest } from "#contract/backoffice/manifests.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { RecordPage, usePathWithPage } from "#backoffice/components/list-with-record.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { PrintAndShare } from "#backoffice/components/print-and-share.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { LogLink } from "#backoffice/log/log-link.tsx";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { ScanHoldButtons } from "#backoffice/device/scanner/scan-hold.tsx";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useScanQueue } from "#backoffice/device/scanner/use-scan-queue.ts";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { recordTitle } from "#backoffice/log/record-name.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";
import { CloseManifest } from "./close-manifest.tsx";
import { CancelledAlarm, ManifestParcels } from "./manifest-parcels.tsx";
import { manifestText } from "./manifest-text.ts";
import { SignatureImage } from "./signature-pad.tsx";

const everyMs = 10_000;

function Counts({ manifest: { totals } }: { manifest: Manifest }) {
  const t = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="font-medium" aria-live="polite">
        {t("manifests.seen", { seen: totals.seen, parcels: totals.parcels })}
      </p>
      <p className="tabular">{t("manifests.collect", { amount: formatAmount(totals.cod) })}</p>
    </div>
  );
}

/** A closed manifest: driver, signature and time. */
function ClosedManifest({ manifest }: { manifest: Manifest }) {
  const t = useTexts();
  const { driver, signature, closed_at, closed_by, totals } = manifest;
  return (
    <>
      <Card title={t("manifests.handed_over", { parcels: totals.parcels })}>
        <p className="text-sm">
          {closed_at && t("manifests.closed_by", { name: closed_by ?? "–", time: formatTime(t, closed_at) })}
        </p>
        {driver && (
          <p className="mt-1 text-sm">
            {t("manifests.driver")}: {driver}
          </p>
        )}
        {signature.length > 0 && <SignatureImage signature={signature} label={t("manifests.signature")} />}
      </Card>
      <Counts manifest={manifest} />
      <ManifestParcels manifest={manifest} />
    </>
  );
}

interface Update {
  add?: string[];
  remove?: number[];
  add_all?: boolean;
}

function OpenManifest({ manifest }: { manifest: Manifest }) {
  const t = useTexts();
  const [rejected, setRejected] = useState<Manifest["rejected"]>([]);
  const update = useAction(async (_key, body: Update) => {
    const { data } = await call("PUT bo/manifests/{id}", { path: { id: manifest.id }, body });
    const [first] = data.rejected;
    if (body.add) giveFeedback(first ? (first.problem === "cancelled" ? "alarm" : "wrong") : "match");
    // a scan leaves the problems of the others: the person may not have looked yet
    const still = (before: Manifest["rejected"]) => before.filter(({ code }) => !body.add?.includes(code));
    setRejected((before) => [...(body.add ? still(before) : []), ...data.rejected]);
    if (body.add_all) reportDone(t("manifests.all_seen", { count: data.parcels.length }));
    await invalidate("GET bo/manifests/{id}", "GET bo/manifests");
    return true;
  });
  const scan = async (code: string) => {
    const done = await update.run({ add: [code] });
    if (!done) giveFeedback("wrong");
    return done;
  };
  const queue = useScanQueue({ ...update, run: scan });
  // the alarm above has those of cancelled orders
  const others = rejected.filter(({ problem }) => problem !== "cancelled");
  const unseen = manifest.parcels.some(({ seen_at }) => seen_at === null);
  return (
    <>
      <div className="print:hidden">
        <Scanner hint={t("manifests.scan")} onScan={({ code }) => queue.onCode(code)} />
      </div>
      <CancelledAlarm manifest={{ ...manifest, rejected }} />
      <div role="status" className="empty:hidden print:hidden">
        {others.map(({ code, problem }) => (
          <Alert key={code}>
            {code}: {t(`manifest_problems.${problem}`)}
          </Alert>
        ))}
      </div>
      {rejected.length > 0 && (
        <Button look="quiet" className="min-h-12 print:hidden" onClick={() => setRejected([])}>
          {t("actions.close")}
        </Button>
      )}
      <Failure error={update.error} />
      <ScanHoldButtons queue={queue} />
      <Counts manifest={manifest} />
      {manifest.parcels.length === 0 ? (
        <StateCard title={t("manifests.empty")} text={t("manifests.empty_text")} />
      ) : (
        <ManifestParcels
          manifest={manifest}
          changes={{
            busy: update.busy,
            onSeen: (code) => void update.run({ add: [code] }),
            onRemove: (parcelId) => void update.run({ remove: [parcelId] }),
          }}
        />
      )}
      {(manifest.waiting > 0 || unseen) && (
        <ServerButton
          look="secondary"
          wide
          className="print:hidden"
          busy={update.busy}
          onClick={() => void update.run({ add_all: true })}
        >
          {manifest.waiting > 0 ? t("manifests.add_all", { count: manifest.waiting }) : t("manifests.mark_all")}
        </ServerButton>
      )}
      <CloseManifest manifest={manifest} />
    </>
  );
}

/** One manifest: parcels are scanned while it is open; closing it hands them over. */
export default function ManifestScreen() {
  const t = useTexts();
  const id = Number(useParams().id) || 0;
  const query = useApi("GET bo/manifests/{id}", { path: { id } }, { everyMs });
  const known = query.data?.data;
  const title = known
    ? t("manifests.title", { carrier: carrierName(t, known.carrier), number: known.number })
    : recordTitle(t, "manifest", String(id));
  const share = known && (
    <PrintAndShare print={t("manifests.print")} title={known.number} text={() => manifestText(t, known)} />
  );
  return (
    <RecordPage
      title={title}
      back={{ to: usePathWithPage("/manifests"), label: t("nav.manifests") }}
      width="form"
      actions={share}
    >
      <Loaded query={query}>
        {(manifest) => (
          <div className="space-y-4">
            {manifest.state === "open" ? (
              <OpenManifest key={manifest.id} manifest={manifest} />
            ) : (
              <ClosedManifest manifest={manifest} />
            )}
            <div className="grid print:hidden">
              <LogLink record={`manifest:${manifest.id}`} />
            </div>
          </div>
        )}
      </Loaded>
    </RecordPage>
  );
}
