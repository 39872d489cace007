import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadTexts } from "#web/i18n/texts.ts";
import { hydrated } from "./defer-scripts.ts";

const language = document.documentElement.lang === "en" ? "en" : "vi";

/** Its effect is the last of all: everything on the page answers from then on. */
function WhenHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event(hydrated));
    // while developing there is no worker
    if (import.meta.env.PROD) void import("#web/offline/register-worker.ts").then((worker) => worker.registerWorker());
  }, []);
  return children;
}

// The texts come first: what is hydrated must say what the server said.
await loadTexts(language);
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
