import "./style.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "#backoffice/api/query-client.ts";
import { rememberedLanguage, showLanguage } from "#backoffice/i18n/texts.ts";
import { createRouter } from "./routes.tsx";
import { registerAdminWorker } from "#backoffice/service-worker/register-worker.ts";

const container = document.getElementById("root");
if (!container) throw new Error("The page has no element #root.");

// the first screen, its session and its texts load at the same time; and the fonts, which would move words if they came later
for (const weight of [400, 500]) void document.fonts.load(`${weight} 1rem "Be Vietnam Pro"`, "aạ");
const texts = showLanguage(rememberedLanguage());
const router = createRouter();
await texts;
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
if (document.readyState === "complete") registerAdminWorker();
else addEventListener("load", registerAdminWorker, { once: true });
