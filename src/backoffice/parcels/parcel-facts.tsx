import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import { Alert } from "#design/alert.tsx";
import { Badge } from "#design/badge.tsx";
import { PhoneLink } from "#backoffice/components/phone-link.tsx";
import { formatAmount, formatDay, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName } from "./carrier-name.ts";
import { carrierStatus } from "./carrier-status.ts";

/** What needs attention: no update, no scan, a cancellation that is under way. */
export function ParcelBadges({ parcel }: { parcel: ParcelEntry }) {
  const t = useTexts();
  return (
    <>
      {parcel.stale && <Badge tone="warning">{t("parcels.stale")}</Badge>}
      {parcel.scan_overdue && (
        <Badge tone="danger">{t("parcels.scan_overdue", { manifest: parcel.manifest?.number ?? "" })}</Badge>
      )}
      {parcel.cancel_requested && <Badge tone="warning">{t("parcels.cancelling")}</Badge>}
      {parcel.status === "to_book" && <Badge>{t("parcels.booking")}</Badge>}
    </>
  );
}

/** Why the carrier rejected the booking or could not deliver, in its own words, and what usually helps. */
export function ParcelProblem({ parcel }: { parcel: ParcelEntry }) {
  const t = useTexts();
  const { failure, remedy, reason, step } = parcel;
  if (failure)
    return (
      <Alert>
        <p>{t("parcels.rejected", { reason: failure })}</p>
        {remedy && <p className="mt-1">{t(`parcel_remedies.${remedy}`)}</p>}
      </Alert>
    );
  if (step !== "failed_try" && step !== "trouble") return null;
  return (
    <Alert tone="warning">{reason === "" ? t("parcels.failed_without_reason") : t("parcels.failed", { reason })}</Alert>
  );
}

interface ParcelFactsProps {
  parcel: ParcelEntry;
  /** in the screen of its order, which shows the customer itself */
  inOrder?: boolean;
}

/** Code, carrier, cash, fee, dates and recipient of a parcel. */
export function ParcelFacts({ parcel, inOrder = false }: ParcelFactsProps) {
  const t = useTexts();
  const { code, tracking_url, carrier, status, cod, fee, since, expected_at, recipient, manifest } = parcel;
  const codeText = code ?? t("parcels.no_code");
  const facts = [
    [
      t("parcels.code"),
      tracking_url ? (
        <a
          key="code"
          href={tracking_url}
          target="_blank"
          rel="noreferrer"
          className="relative -my-3 inline-flex min-h-11 items-center underline underline-offset-4 lg:my-0 lg:min-h-0"
        >
          {codeText}
        </a>
      ) : (
        codeText
      ),
    ],
    [t("parcels.carrier"), `${carrierName(t, carrier)} · ${carrierStatus(t, status)}`],
    [t("parcels.cod"), cod > 0 ? formatAmount(cod) : t("parcels.paid")],
    [t("parcels.fee"), fee === null ? "–" : formatAmount(fee)],
    [t("parcels.since"), formatTime(t, since)],
    [t("parcels.expected"), expected_at ? formatDay(expected_at) : "–"],
    ...(inOrder ? [] : [[t("parcels.recipient"), `${recipient.name} · ${recipient.province}`] as const]),
    [t("parcels.manifest"), manifest?.number ?? "–"],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-taupe">{label}</dt>
            <dd className="tabular break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {!inOrder && <PhoneLink phone={recipient.phone} />}
    </>
  );
}
