import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { backOfficeTexts } from "./src/backoffice/i18n/texts-plugin.ts";
import { barcodeReader } from "./src/backoffice/device/scanner/reader-plugin.ts";
import { firstFiles } from "./src/backoffice/first-files-plugin.ts";
import { adminServiceWorker } from "./src/backoffice/service-worker/worker-plugin.ts";

const root = join(import.meta.dirname, "src/backoffice");

/** The back office: a program of its own, rendered in the browser, whose build shares no file with the storefront's. */
export default defineConfig({
  root,
  base: "/admin/",
  publicDir: false,
  cacheDir: join(import.meta.dirname, "node_modules/.vite-backoffice"),
  plugins: [backOfficeTexts(root), tailwindcss(), barcodeReader(root), firstFiles(), adminServiceWorker(root)],
  server: { fs: { allow: [import.meta.dirname] } },
  build: {
    outDir: join(import.meta.dirname, "build/backoffice"),
    emptyOutDir: true,
    // Nothing is inlined as a data: address, so that the content security policy needs no exception for it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // building a schema has no effect but the schema
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: "libraries",
              test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
              priority: 1,
            },
            // what several screens share: one file instead of a dozen of a kilobyte. Not the reads, drafts and unsaved forms, which the sign-in has none of
            {
              name: "shared",
              test: /src[\\/](backoffice|design|contract)[\\/](?!texts|api[\\/]use-api|api[\\/]offline[\\/]stored|device[\\/]unsaved|device[\\/](use-draft|merge-fields)|components[\\/]draft|versions)/,
              minShareCount: 22,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
