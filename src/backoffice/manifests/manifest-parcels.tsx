import type { Manifest, ManifestParcel } from "#contract/backoffice/manifests.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { CheckIcon } from "#design/icons.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface ParcelLineProps {
  parcel: ManifestParcel;
  open: boolean;
  busy: boolean;
  onSeen: () => void;
  onRemove: () => void;
}

function ParcelLine({ parcel, open, busy, onSeen, onRemove }: ParcelLineProps) {
  const t = useTexts();
  const { code, order_id, cod, seen_at, problem, scan_overdue } = parcel;
  const isMarked = seen_at !== null || !open;
  const box = (
    <span
      className={classes(
        "grid size-6 shrink-0 place-items-center rounded-xs border print:border-ink",
        isMarked ? "border-success bg-success text-ivory" : "border-edge bg-white",
      )}
    >
      {isMarked && <CheckIcon size={16} />}
    </span>
  );
  return (
    <li className={classes("flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2", problem && "bg-danger-tint")}>
      {isMarked || problem ? (
        box
      ) : (
        // it looks like a check box: a finger does what the button below is named after
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          disabled={busy}
          onClick={onSeen}
          className="-m-2.5 grid size-11 place-items-center"
        >
          {box}
        </button>
      )}
      <span className="min-w-0 flex-1">
        <span className="tabular block text-sm font-medium break-words">
          {[code, order_id].filter(Boolean).join(" · ")}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-taupe">
          {problem && <span className="font-medium text-danger">{t(`manifest_problems.${problem}`)}</span>}
          {open && !problem && seen_at === null && <span>{t("manifests.not_seen")}</span>}
          {scan_overdue && <Badge tone="danger">{t("manifests.unscanned")}</Badge>}
        </span>
      </span>
      <span className="tabular text-right text-sm whitespace-nowrap">
        {cod > 0 ? formatAmount(cod) : t("manifests.paid")}
      </span>
      {open && (seen_at === null || problem) && (
        <span className="flex basis-full justify-end gap-2 sm:basis-auto print:hidden">
          {!problem && (
            <Button look="quiet" className="min-h-12 lg:min-h-11" disabled={busy} onClick={onSeen}>
              {t("manifests.mark")}
            </Button>
          )}
          <Button look="quiet" className="min-h-12 lg:min-h-11" disabled={busy} onClick={onRemove}>
            {t("manifests.remove")}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Cancelled orders, in red: their parcels stay at the shop. */
export function CancelledAlarm({ manifest }: { manifest: Manifest }) {
  const t = useTexts();
  const onIt = manifest.parcels.filter(({ problem }) => problem === "cancelled");
  const scanned = manifest.rejected.flatMap(({ problem, order_id, cancelled_at }) =>
    problem === "cancelled" && order_id !== null && onIt.every((parcel) => parcel.order_id !== order_id)
      ? [{ order_id, cancelled_at }]
      : [],
  );
  return (
    <div role="alert" className="space-y-2 empty:hidden print:hidden">
      {[...onIt, ...scanned].map(({ order_id, cancelled_at }) => (
        <p key={order_id} className="rounded-xs bg-danger px-4 py-3 text-base font-medium text-white">
          {t("manifests.cancelled", { order: order_id, time: cancelled_at ? formatTime(t, cancelled_at) : "" })}
        </p>
      ))}
    </div>
  );
}

interface ManifestParcelsProps {
  manifest: Manifest;
  /** of a manifest that is open */
  changes?: { busy: boolean; onSeen: (code: string) => void; onRemove: (parcelId: number) => void };
}

const rank = ({ problem, seen_at }: ManifestParcel): number => (problem ? 0 : seen_at === null ? 1 : 2);

/** The parcels of a manifest, those with a problem first, then those that were not seen. */
export function ManifestParcels({ manifest, changes }: ManifestParcelsProps) {
  const parcels = changes ? [...manifest.parcels].sort((one, other) => rank(one) - rank(other)) : manifest.parcels;
  return (
    <ul className="card divide-y divide-line">
      {parcels.map((parcel) => (
        <ParcelLine
          key={parcel.parcel_id}
          parcel={parcel}
          open={changes !== undefined}
          busy={changes?.busy ?? false}
          onSeen={() => changes?.onSeen(parcel.code ?? String(parcel.order_id))}
          onRemove={() => changes?.onRemove(parcel.parcel_id)}
        />
      ))}
    </ul>
  );
}
