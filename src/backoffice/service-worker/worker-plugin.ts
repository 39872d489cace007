import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** Loaded only on devices without a barcode detector of their own, and cached from then on. */
const onDemand = /\.wasm$/;

/** Builds the service worker with the back office, as the single file `sw.js`, with the names of all files that it caches. */
export const adminServiceWorker = (root: string): Plugin => ({
  name: "lianne:admin-service-worker",
  apply: "build",
  async writeBundle({ dir }, bundle) {
    if (!dir) return;
    const files = Object.keys(bundle)
      .filter((name) => name.startsWith("assets/") && !name.endsWith(".map") && !onDemand.test(name))
      .sort()
      .map((name) => `/admin/${name}`);
    const stamp = createHash("sha256").update(files.join("\n")).digest("base64url").slice(0, 12);
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      define: { __STAMP__: JSON.stringify(stamp), __FILES__: JSON.stringify(files) },
      build: {
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        lib: {
          entry: join(root, "service-worker/sw.ts"),
          formats: ["iife"],
          name: "worker",
          fileName: () => "sw.js",
        },
      },
    });
  },
});
