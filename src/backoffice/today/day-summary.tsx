import { useState } from "react";
import type { Today } from "#contract/order-workflow.ts";
import type { Dong } from "#contract/money.ts";
import { Button } from "#design/button.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

const storageKey = "lianne-admin-amounts-hidden";

/** The day so far. One tap hides the amounts, also later on this device. */
export function DaySummary({ day }: { day: NonNullable<Today["day"]> }) {
  const t = useTexts();
  const [hidden, setHidden] = useState(() => localStorage.getItem(storageKey) === "yes");
  const toggle = () => {
    localStorage.setItem(storageKey, hidden ? "no" : "yes");
    setHidden(!hidden);
  };
  const amount = (value: Dong): string => (hidden ? "••••••" : formatAmount(value));
  const entries = [
    [t("today.orders"), String(day.orders)],
    [t("today.value"), amount(day.value)],
    [t("today.paid"), amount(day.paid)],
    [t("today.held"), amount(day.held_by_carriers)],
  ] as const;
  return (
    <section aria-label={t("today.summary")} className="card p-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-taupe">{label}</dt>
            <dd className="tabular text-base font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="quiet" className="-mb-2 -ml-2 min-h-12 text-taupe" aria-pressed={hidden} onClick={toggle}>
        {t(hidden ? "today.show_amounts" : "today.hide_amounts")}
      </Button>
    </section>
  );
}
