import { useEffect, useState } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { CurrentPromise } from "./use-delivery-promise.ts";

const minuteMs = 60_000;
/** shown only below this */
const limitMs = 4 * 60 * minuteMs;

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How long an order still has the displayed date, below four hours; it does not tick under reduced motion. */
export function Countdown({ promise }: { promise: Pick<CurrentPromise, "cutoff_at" | "aheadMs"> }) {
  const t = useTexts();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (isStill()) return;
    const interval = setInterval(() => setNow(Date.now()), minuteMs / 4);
    return () => clearInterval(interval);
  }, []);
  const leftMs = Date.parse(promise.cutoff_at) - now - promise.aheadMs;
  const total = Math.floor(leftMs / minuteMs);
  if (leftMs >= limitMs || total < 1) return null;
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  return (
    <span className="tabular block">
      {hours > 0
        ? t("delivery_promise.within_hours", { hours, minutes })
        : t("delivery_promise.within_minutes", { minutes })}
    </span>
  );
}
