import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { sitePictures } from "./src/design/site-picture-plugin.ts";
import { siteTexts } from "./src/web/i18n/texts-plugin.ts";
import { serviceWorker } from "./src/web/offline/worker-plugin.ts";

/** Modules that many pages may share: not those of few pages, of the bag's items, or of dialogs, whose library is loaded with the first dialog. */
const shared = new RegExp(
  [
    String.raw`src[\\/](?:contract[\\/](?!address-label)`,
    String.raw`design[\\/](?!(?:dialog|drawer)\.)`,
    String.raw`web[\\/](?!account|checkout|delivery|locations|cart[\\/](?!cart-actions|selection)))`,
  ].join("|"),
);

/**
 * Modules that nearly every page needs are bundled into two chunks instead of forty small ones: libraries, which change rarely,
 * and shared modules of our own. Larger files also compress better. Small modules of several pages share a chunk, too: on a slow
 * connection ten files of a kilobyte cost more than the one that a page would not need. The rest is bundled with its pages.
 */
const codeSplitting = {
  groups: [
    {
      name: "libraries",
      test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
      priority: 2,
    },
    { name: "shop", test: shared, minShareCount: 20, priority: 1 },
    { name: "parts", test: shared, minShareCount: 4, maxModuleSize: 2500, priority: 0 },
  ],
};

export default defineConfig({
  plugins: [siteTexts(), sitePictures(), tailwindcss(), reactRouter(), serviceWorker()],
  // Finds all libraries before the first request: Vite reloads the page when it finds a dependency later.
  optimizeDeps: { entries: ["src/{web,design}/**/*.{ts,tsx}", "!**/*.test.ts", "!**/*-plugin.ts"] },
  build: {
    // Nothing is inlined as a data: address, so that the content security policy needs no exception for it.
    assetsInlineLimit: 0,
    // Building a schema has no effect but the schema: those that a page does not parse with are left out, and zod with them.
    rolldownOptions: { treeshake: { manualPureFunctions: ["z"] } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
});
