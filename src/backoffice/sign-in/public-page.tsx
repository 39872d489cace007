import { type ReactNode, useEffect } from "react";
import { Alert } from "#design/alert.tsx";
import { showLanguage, useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { DemoBar } from "#backoffice/components/demo-bar.tsx";
import { ConnectionBar } from "#backoffice/components/connection-bar.tsx";

interface PublicPageProps {
  title: string;
  children: ReactNode;
}

/** The frame of the screens without a session. */
export function PublicPage({ title, children }: PublicPageProps) {
  const t = useTexts();
  const language = useLanguage();
  useEffect(() => {
    document.title = `${title} · Lianne`;
  }, [title]);
  return (
    <>
      <DemoBar />
      <ConnectionBar />
      <main className="mx-auto flex min-h-[90dvh] w-full max-w-md flex-col justify-center px-4 py-8">
        <p className="mb-5 text-center font-display text-2xl">Lianne</p>
        <div className="card p-5 sm:p-8">
          <h1 className="mb-5 text-xl">{title}</h1>
          {!window.isSecureContext && (
            <Alert tone="warning" className="mb-5">
              {t("sign_in.insecure")}
            </Alert>
          )}
          {children}
        </div>
        <button
          type="button"
          className="text-link mx-auto mt-4 min-h-12 px-3 text-sm text-taupe"
          lang={language === "vi" ? "en" : "vi"}
          onClick={() => void showLanguage(language === "vi" ? "en" : "vi")}
        >
          {t("language.other")}
        </button>
      </main>
    </>
  );
}
