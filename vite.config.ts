import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { sitePictures } from "./src/web/design/site-picture-plugin.ts";
import { siteTexts } from "./src/web/i18n/texts-plugin.ts";

export default defineConfig({
  plugins: [siteTexts(), sitePictures(), tailwindcss(), reactRouter()],
  build: {
    // Nothing is inlined as a data: address, so that the content security policy needs no exception for it.
    assetsInlineLimit: 0,
    // Building a schema has no effect but the schema: those that a page does not parse with are left out, and zod with them.
    rolldownOptions: { treeshake: { manualPureFunctions: ["z"] } },
  },
});
