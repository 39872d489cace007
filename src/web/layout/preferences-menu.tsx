import { useEffect, useRef } from "react";
import { currencyCodes } from "#contract/money.ts";
import { ChevronDownIcon } from "#design/icons.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PreferencesForm } from "./preferences-form.tsx";

/** The page's language and currency with the form to change them. A native `details`, so it works before hydration. */
export function PreferencesMenu() {
  const t = useTexts();
  const { lang, currency } = useSettings();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        if (element.contains(document.activeElement)) element.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) return;
      element.open = false;
    };
    const events = ["pointerdown", "focusin", "keydown"] as const;
    for (const name of events) document.addEventListener(name, close);
    return () => {
      for (const name of events) document.removeEventListener(name, close);
    };
  }, []);
  return (
    <details ref={details} className="relative">
      <summary className="flex min-h-11 list-none items-center gap-1 px-2 text-xs whitespace-nowrap transition-colors hover:text-champagne [&::-webkit-details-marker]:hidden">
        <span className="sr-only">
          {t("header.language")}, {t("header.currency")}:{" "}
        </span>
        <span className="uppercase">{lang}</span> · {currencyCodes.find((code) => code === currency)}
        <ChevronDownIcon size={14} />
      </summary>
      <div className="absolute top-full right-0 z-10 w-64 bg-white p-5 shadow-float">
        <PreferencesForm />
      </div>
    </details>
  );
}
