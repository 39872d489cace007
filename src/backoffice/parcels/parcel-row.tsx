import { Link } from "react-router";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import { classes } from "#design/class-names.ts";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName } from "./carrier-name.ts";
import { carrierStatus } from "./carrier-status.ts";
import { ParcelBadges } from "./parcel-facts.tsx";
import { ProgressLine } from "./progress-line.tsx";

/** A parcel in a list. @param to opens it */
export function ParcelRow({ parcel, to, current }: { parcel: ParcelEntry; to: string; current: boolean }) {
  const t = useTexts();
  const { code, order_id, carrier, status, cod, step, since, failure, reason } = parcel;
  const problem = failure || reason;
  return (
    <li className={classes("px-4 py-3", current && "bg-sand/60")}>
      <Link to={to} aria-current={current ? "true" : undefined} className="block min-h-12">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="tabular text-sm font-medium">
            {code ?? t("parcels.no_code")} · {t("parcels.order", { order: order_id })}
          </span>
          <span className="tabular text-sm">{cod > 0 ? formatAmount(cod) : t("parcels.paid")}</span>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-taupe">
          <span>
            {t(`parcel_steps.${step}`)} · {carrierName(t, carrier)}: {carrierStatus(t, status)}
          </span>
          <span>{formatTime(t, since)}</span>
          <ParcelBadges parcel={parcel} />
        </span>
        {problem && <span className="mt-0.5 block text-xs text-danger">{problem}</span>}
      </Link>
      <div className="mt-2">
        <ProgressLine parcel={parcel} />
      </div>
    </li>
  );
}
