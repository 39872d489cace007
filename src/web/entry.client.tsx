import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadTexts } from "#web/i18n/texts.ts";
import { listenForBack } from "#web/navigation/overlay.ts";
import { hydrated } from "./defer-scripts.ts";

const language = document.documentElement.lang === "en" ? "en" : "vi";

/** Its effect runs last: from then on everything on the page is interactive. */
function WhenHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event(hydrated));
    if (!import.meta.env.PROD) return; // no worker in development
    import("#web/offline/register-worker.ts").then(
      (worker) => worker.registerWorker(),
      () => {}, // the connection has been lost: the next page registers it
    );
  }, []);
  return children;
}

const retryMs = 2_000;
/** Until it succeeds: a module that has failed is not evaluated again, so this one must not fail. */
const loadTextsAgain = (): Promise<void> =>
  loadTexts(language).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return loadTextsAgain();
  });

// Texts are loaded first: hydration must render the same as the server.
await Promise.all([listenForBack(), loadTextsAgain()]);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <WhenHydrated>
        <HydratedRouter />
      </WhenHydrated>
    </StrictMode>,
  );
});
