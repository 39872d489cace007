import { forecastDay, formatDayRange, formatWeekday } from "#contract/calendar-days.ts";
import { formatDate } from "#contract/dates.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import type { ParcelRecord } from "#contract/parcel.ts";
import { Badge } from "#design/badge.tsx";
import { ArrowRightIcon, TruckIcon } from "#design/icons.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { parcelLabel, parcelTone } from "./order-labels.ts";

/** Link to the carrier's tracking page; an external site, so it opens in a new tab. */
function Track({ url }: { url: string }) {
  const t = useTexts();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4 hover:text-champagne sm:min-h-8"
    >
      {t("orders.track")}
      <span className="sr-only">{t("orders.track_new_tab")}</span>
      <ArrowRightIcon size={14} />
    </a>
  );
}

interface OrderParcelProps {
  parcel: ParcelRecord;
  orderNumber: string;
  promise: OrderRecord["promise"];
}

/** A parcel's status, promised and expected delivery, and tracking code. */
export function OrderParcel({ parcel, orderNumber, promise }: OrderParcelProps) {
  const t = useTexts();
  const lang = useLanguage();
  const last = parcel.steps.at(-1);
  const { status, expected_at: expectedAt, tracking_code: code, tracking_url: url } = parcel;
  const expected = forecastDay(expectedAt, promise);
  return (
    <section
      aria-label={`${t("orders.parcel")}: ${t("orders.number", { number: orderNumber })}`}
      className="border border-line bg-ivory px-4 py-3 text-sm"
    >
      <h3 className="flex items-center gap-2 font-sans text-sm font-medium">
        <TruckIcon size={18} className="shrink-0 text-champagne" />
        {t("self_service.where")}
      </h3>
      <p className="mt-2">
        <Badge tone={parcelTone(status)}>{t(parcelLabel(status))}</Badge>
        {/* the last known step, also while the carrier does not respond */}
        <span className="tabular mt-1 block text-xs text-taupe">
          {last && last.date !== parcel.updated_at && (
            <>
              <time dateTime={last.date}>{formatDate(last.date)}</time>
              {" · "}
            </>
          )}
          {t("self_service.updated", { time: formatDate(parcel.updated_at) })}
        </span>
      </p>
      {promise && (
        <p className="tabular mt-2">
          {t("orders.promised")}: {formatDayRange(lang, promise.from, promise.by)}
        </p>
      )}
      {expected && (
        <p className="tabular mt-2">{t("orders.parcel_expected", { date: formatWeekday(lang, expected) })}</p>
      )}
      {code && (
        <dl className="mt-2">
          <dt className="text-xs text-taupe">{t("orders.tracking_code")}</dt>
          <dd className="tabular break-all select-all">{code}</dd>
        </dl>
      )}
      {url && <Track url={url} />}
    </section>
  );
}
