import { buttonClasses, LinkButton } from "#web/design/button.tsx";
import { OfflineIcon } from "#web/design/icons.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { Wordmark } from "./wordmark.tsx";

/**
 * Shown without scripts in place of a page that is not cached, while offline. Its retry link is the requested address
 * itself.
 */
export default function OfflinePage() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t("offline.title")} hidden />
      <header className="border-b border-line">
        <div className="page flex h-14 items-center justify-center lg:h-20">
          <Wordmark />
        </div>
      </header>
      <main className="page flex min-h-[70vh] flex-col items-center justify-center gap-4 py-16 text-center">
        <OfflineIcon size={32} className="text-champagne" />
        <h1 className="text-3xl">{t("offline.title")}</h1>
        <p className="max-w-md text-taupe">{t("offline.text")}</p>
        <p className="max-w-md text-sm text-taupe">{t("offline.nothing_kept")}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {/* biome-ignore lint/a11y/useValidAnchor: the requested address; this page is served for any */}
          <a href="" className={buttonClasses("primary", "normal", false)}>
            {t("offline.retry")}
          </a>
          <LinkButton look="secondary" to="/">
            {t("not_found.home")}
          </LinkButton>
        </div>
      </main>
    </>
  );
}
