import { use } from "react";
import { buttonClasses, LinkButton } from "#design/button.tsx";
import { OfflineIcon } from "#design/icons.tsx";
import { ScriptNonce } from "#design/script-nonce.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { Wordmark } from "./wordmark.tsx";

const retryId = "retry";
const statusId = "still-offline";

/**
 * Loads the requested page when the connection is back, and reports an attempt without one. The text is cleared in
 * between, so that each attempt is visible and announced.
 */
const reconnectScript = `{const status=document.getElementById("${statusId}");const load=async()=>{status.textContent="";if(await fetch("/healthz",{cache:"no-store"}).then(({ok})=>ok,()=>false))location.reload();else status.textContent=status.dataset.text};document.getElementById("${retryId}").addEventListener("click",event=>{event.preventDefault();void load()});addEventListener("online",load)}`;

/**
 * Shown in place of a page that is not cached, while offline, without the application's scripts. Its retry link is the
 * requested address itself.
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
        <p className="max-w-md text-sm text-taupe">{t("offline.not_stored")}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {/* biome-ignore lint/a11y/useValidAnchor: the requested address; this page is served for any */}
          <a id={retryId} href="" className={buttonClasses("primary", "normal", false)}>
            {t("offline.retry")}
          </a>
          <LinkButton look="secondary" to="/">
            {t("not_found.home")}
          </LinkButton>
        </div>
        <p id={statusId} role="status" data-text={t("offline.still")} className="min-h-6 max-w-md text-sm" />
      </main>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; its hash is in the content security policy */}
      <script data-offline nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: reconnectScript }} />
    </>
  );
}
