import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { MenuEntries } from "./menu-entries.tsx";
import { PreferencesForm } from "./preferences-form.tsx";

/** The mobile menu as a page: used before hydration and without scripts. */
export default function MenuPage() {
  const t = useTexts();
  return (
    <div className="page max-w-xl pt-6">
      <PageHead title={t("nav.menu")} hidden />
      <h1 className="text-3xl">{t("nav.menu")}</h1>
      <MenuEntries className="mt-4" />
      <div className="pt-6">
        <PreferencesForm />
      </div>
    </div>
  );
}
