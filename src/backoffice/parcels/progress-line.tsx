import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { ParcelStep } from "#contract/parcel.ts";
import { classes } from "#design/class-names.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

const forward: readonly ParcelStep[] = ["waiting", "in_transit", "delivering", "delivered"];
const back: readonly ParcelStep[] = ["waiting", "in_transit", "returning", "returned"];
const bad: readonly ParcelStep[] = ["failed_try", "trouble", "cancelled"];

/** The steps of a parcel's way: to the customer, or back to the shop. */
function wayOf({ step, steps }: ParcelEntry): readonly ParcelStep[] {
  if (back.slice(2).includes(step)) return back;
  if (!bad.includes(step)) return forward;
  const reached = steps.map(({ status }) => status).filter((status) => forward.includes(status));
  return [...new Set<ParcelStep>(["waiting", ...reached, step])];
}

/** The way of a parcel as a line of steps, those that it has reached filled. */
export function ProgressLine({ parcel }: { parcel: ParcelEntry }) {
  const t = useTexts();
  const way = wayOf(parcel);
  const at = way.indexOf(parcel.step);
  const timeOf = (step: ParcelStep) => parcel.steps.findLast(({ status }) => status === step)?.at;
  return (
    <ol className="flex" aria-label={t("parcels.progress")}>
      {way.map((step, place) => {
        const reached = place <= at;
        const time = timeOf(step);
        const tone = bad.includes(step) ? "bg-danger" : reached ? "bg-success" : "bg-line";
        return (
          <li
            key={step}
            aria-current={place === at ? "step" : undefined}
            className="min-w-0 flex-auto pr-1 last:pr-0"
            title={time && formatTime(t, time)}
          >
            <span className={classes("block h-1 rounded-full forced-colors:border", tone)} />
            <span
              className={classes(
                "mt-1 block text-[0.6875rem] leading-tight break-words",
                place === at ? "font-medium text-ink" : "text-taupe",
              )}
            >
              {t(`parcel_steps.${step}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
