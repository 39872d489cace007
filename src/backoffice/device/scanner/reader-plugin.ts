import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import project from "../../../../package.json" with { type: "json" };

const fileName = `barcode-detector-${project.dependencies["barcode-detector"]}.js`;

/**
 * Builds the barcode reader for devices without a detector of their own as a file apart: the program's build treats calls of a function `z` as
 * free of effects (zod), and the reader's minified code has one, too.
 */
export const barcodeReader = (root: string): Plugin => ({
  name: "lianne:barcode-reader",
  config: () => ({ define: { __READER_URL__: JSON.stringify(`/admin/assets/${fileName}`) } }),
  async writeBundle({ dir }) {
    if (!dir) return;
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      build: {
        outDir: join(dir, "assets"),
        emptyOutDir: false,
        copyPublicDir: false,
        lib: {
          entry: fileURLToPath(import.meta.resolve("barcode-detector/ponyfill")),
          formats: ["es"],
          fileName: () => fileName,
        },
      },
    });
  },
});
