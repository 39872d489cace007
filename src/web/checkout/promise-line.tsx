import { classes } from "#design/class-names.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { OrderPromise } from "./use-order-promise.ts";

interface PromiseLineProps {
  promise: OrderPromise;
  /** changes are announced; by one line of the page only */
  live?: boolean;
  className?: string;
}

/**
 * When the order arrives, or can be picked up; a day that is later than before is marked. The policy is in place of days that could not
 * be loaded. Its space is reserved.
 */
export function PromiseLine({
  promise: { current, policy, pickup, latest, later },
  live = false,
  className,
}: PromiseLineProps) {
  const t = useTexts();
  const lang = useLanguage();
  const sentence =
    current && latest ? (pickup ? current.pickup_sentence : current.sentence)[lang] : pickup ? "" : policy;
  return (
    <p aria-live={live ? "polite" : undefined} className={classes("tabular min-h-6 text-sm", className)}>
      {sentence}
      {sentence && later && <span className="ml-2 text-warning">{t("delivery_promise.later")}</span>}
    </p>
  );
}
