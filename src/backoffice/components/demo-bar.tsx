import { isDemo } from "#backoffice/api/shop-mode.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Across every screen of the demonstration. */
export function DemoBar() {
  const t = useTexts();
  return isDemo && <p className="bg-ink px-4 py-1 text-center text-xs text-ivory">{t("demo.bar")}</p>;
}
