import { formatDate } from "#contract/dates.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { classes } from "#design/class-names.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { timelineEvents } from "./order-labels.ts";

/** The events of an order and its parcel, oldest first. */
export function OrderTimeline({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const happenings = timelineEvents(order);
  return (
    <ol
      aria-label={`${t("orders.timeline")}: ${t("orders.number", { number: order.order_number })}`}
      className="text-sm"
    >
      {happenings.map(({ text, date }, index) => (
        <li key={`${text}-${date}`} className="relative border-l border-line pb-3 pl-5 last:pb-0">
          <span
            aria-hidden="true"
            className={classes(
              "absolute top-1.5 -left-[0.28rem] size-2 rounded-full",
              index === happenings.length - 1 ? "bg-champagne" : "bg-edge",
            )}
          />
          <p>{t(text)}</p>
          <time dateTime={date} className="tabular text-xs text-taupe">
            {formatDate(date)}
          </time>
        </li>
      ))}
    </ol>
  );
}
