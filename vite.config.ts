import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { sitePictures } from "./src/web/design/site-picture-plugin.ts";
import { siteTexts } from "./src/web/i18n/texts-plugin.ts";
import { serviceWorker } from "./src/web/offline/worker-plugin.ts";

/**
 * What nearly every page needs travels in two files instead of forty small ones: libraries, which change rarely, and our
 * shared parts. Larger files also pack better. Small parts of several pages travel together too: ten files of a kilobyte
 * cost a weak signal more than the one that a page would not need. Whatever else comes with the pages that use it.
 */
const codeSplitting = {
  groups: [
    {
      name: "libraries",
      test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
      priority: 2,
    },
    { name: "shop", test: /src[\\/](web|contract)[\\/]/, minShareCount: 10, priority: 1 },
    { name: "parts", test: /src[\\/](web|contract)[\\/]/, minShareCount: 4, maxModuleSize: 2500, priority: 0 },
  ],
};

export default defineConfig({
  plugins: [siteTexts(), sitePictures(), tailwindcss(), reactRouter(), serviceWorker()],
  // All libraries are found before the first page is asked for: one that is found later makes the browser start anew.
  optimizeDeps: { entries: ["src/web/**/*.{ts,tsx}", "!**/*.test.ts", "!**/*-plugin.ts"] },
  build: {
    // Nothing is inlined as a data: address, so that the content security policy needs no exception for it.
    assetsInlineLimit: 0,
    // Building a schema has no effect but the schema: those that a page does not parse with are left out, and zod with them.
    rolldownOptions: { treeshake: { manualPureFunctions: ["z"] } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
});
