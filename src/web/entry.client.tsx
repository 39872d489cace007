import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadTexts } from "./i18n/texts.ts";

const language = document.documentElement.lang === "en" ? "en" : "vi";

// The texts come first: what is hydrated must say what the server said.
await loadTexts(language);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// Not before the page has all it needs; while developing there is none.
if (import.meta.env.PROD) {
  const register = async () => (await import("./offline/register-worker.ts")).registerWorker();
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}
