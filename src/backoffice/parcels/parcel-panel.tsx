import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import { ArrowLeftIcon } from "#design/icons.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ParcelFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { Exchanges } from "./exchanges.tsx";
import { carrierStatus } from "./carrier-status.ts";
import { ParcelActions } from "./parcel-actions.tsx";
import { ParcelBadges, ParcelFacts, ParcelProblem } from "./parcel-facts.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { refreshParcels } from "./refresh-parcels.ts";
import { Disclosure } from "#backoffice/components/disclosure.tsx";
import { LogLink } from "#backoffice/log/log-link.tsx";

/** While the carrier has a request, the parcel is read again. */
const everyMs = 4_000;

function Events({ parcel }: { parcel: ParcelDetail }) {
  const t = useTexts();
  return (
    <Disclosure titleClassName="text-sm" title={t("parcels.events", { count: parcel.events.length })}>
      <ol className="space-y-1 text-xs">
        {[...parcel.events].reverse().map(({ status, step, at, reason }) => (
          <li key={`${status} ${at}`} className="flex flex-wrap gap-x-2">
            <span className="tabular text-taupe">{formatTime(t, at)}</span>
            <span>
              {t(`parcel_steps.${step}`)} ({carrierStatus(t, status)})
            </span>
            {reason && <span className="text-danger">{reason}</span>}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** One parcel: what this screen does with it, then its way, its facts, what the carrier reported, and what can be done. @param close address of the list */
export function ParcelPanel({
  id,
  close,
  children,
}: {
  id: number;
  close: string;
  children?: (parcel: ParcelDetail) => ReactNode;
}) {
  const t = useTexts();
  const query = useApi("GET bo/parcels/{id}", { path: { id } }, { everyMs });
  return (
    <div className="space-y-4 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto">
      <Link to={close} className="-ml-1 inline-flex min-h-12 items-center gap-2 px-1 text-sm xl:hidden">
        <ArrowLeftIcon size={18} />
        {t("parcels.back")}
      </Link>
      <Loaded query={query}>
        {(parcel) => (
          <>
            {children?.(parcel)}
            <Card
              title={t("parcels.order_title", { order: parcel.order_id })}
              text={parcel.stage ? t(`stages.${parcel.stage}`) : parcel.order_status}
              action={<ParcelBadges parcel={parcel} />}
            >
              <div className="space-y-4">
                <ProgressLine parcel={parcel} />
                <ParcelProblem parcel={parcel} />
                <ParcelFacts parcel={parcel} />
                <ParcelActions parcel={parcel} />
                <Exchanges
                  orderId={parcel.order_id}
                  etag={`"${parcel.order_version}"`}
                  failure={({ error, reset }) => (
                    <ParcelFailure
                      parcel={parcel}
                      action={{
                        error,
                        reset: () => {
                          reset();
                          void refreshParcels();
                        },
                      }}
                    />
                  )}
                  exchangeable={
                    parcel.order_status === "completed" || (parcel.inspected_at !== null && parcel.refundable > 0)
                  }
                />
                <Events parcel={parcel} />
                <div className="grid">
                  <LogLink record={`parcel:${parcel.id}`} />
                </div>
              </div>
            </Card>
          </>
        )}
      </Loaded>
    </div>
  );
}
