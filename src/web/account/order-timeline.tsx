import { formatDate } from "#contract/dates.ts";
import type { OrderRecord } from "#contract/order.ts";
import { classes } from "#web/design/class-names.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { stepLabel } from "./order-labels.ts";

/** What has happened to an order, oldest first. */
export function OrderTimeline({ timeline, pickup }: { timeline: OrderRecord["timeline"]; pickup: boolean }) {
  const t = useTexts();
  return (
    <ol aria-label={t("orders.timeline")} className="space-y-3 border-l border-line pl-5 text-sm">
      {timeline.map(({ status, date }, index) => (
        <li key={`${status}-${date}`} className="relative">
          <span
            aria-hidden="true"
            className={classes(
              "absolute top-1.5 -left-[1.4rem] size-2 rounded-full",
              index === timeline.length - 1 ? "bg-champagne" : "bg-edge",
            )}
          />
          <p>{t(stepLabel(status, pickup))}</p>
          <time dateTime={date} className="tabular text-xs text-taupe">
            {formatDate(date)}
          </time>
        </li>
      ))}
    </ol>
  );
}
