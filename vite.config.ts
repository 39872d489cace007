import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { sitePictures } from "./src/web/design/site-picture-plugin.ts";
import { siteTexts } from "./src/web/i18n/texts-plugin.ts";

/**
 * What nearly every page needs travels in two files instead of forty small ones: libraries, which change rarely, and our
 * shared parts. Larger files also pack better. Whatever fewer pages use keeps its own file and comes with those pages.
 */
const codeSplitting = {
  groups: [
    {
      name: "libraries",
      test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
      priority: 2,
    },
    { name: "shop", test: /src[\\/](web|contract)[\\/]/, minShareCount: 10, priority: 1 },
  ],
};

export default defineConfig({
  plugins: [siteTexts(), sitePictures(), tailwindcss(), reactRouter()],
  build: {
    // Nothing is inlined as a data: address, so that the content security policy needs no exception for it.
    assetsInlineLimit: 0,
    // Building a schema has no effect but the schema: those that a page does not parse with are left out, and zod with them.
    rolldownOptions: { treeshake: { manualPureFunctions: ["z"] } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
});
