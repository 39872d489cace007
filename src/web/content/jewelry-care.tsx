import { SparkleIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const materials = ["silver", "vermeil", "pearl", "delicate_stone"] as const;

/** How to care for each material, and how often to clean: at home, and at the shop. */
export function JewelryCare() {
  const t = useTexts();
  return (
    <section id="jewelry-care" className="space-y-8">
      <header>
        <h2 className="text-2xl md:text-3xl">{t("services.care_title")}</h2>
        <p className="mt-2 max-w-2xl text-sm text-taupe">{t("services.care_intro")}</p>
      </header>
      <ul className="grid gap-4 sm:grid-cols-2">
        {(["services.care_home", "services.care_professional"] as const).map((key) => (
          <li key={key} className="flex items-start gap-3 bg-blush p-5 text-sm font-medium">
            <SparkleIcon size={22} className="shrink-0 text-champagne" />
            {t(key)}
          </li>
        ))}
      </ul>
      <ul className="list-disc space-y-2 pl-5 text-sm marker:text-champagne">
        {t.list("care.general").map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {materials.map((material) => (
          <div key={material} className="border-t border-line pt-4">
            <h3 className="font-medium">{t(`care.${material}_title`)}</h3>
            <p className="mt-2 text-sm text-taupe">{t(`care.${material}`)}</p>
          </div>
        ))}
      </div>
      <p className="text-sm">{t("care.service")}</p>
    </section>
  );
}
