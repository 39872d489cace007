import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** Modules that pages load late and that must be there without a connection. */
const late = ["src/web/wishlist/wishlist-dialog.tsx", "src/web/design/toaster.tsx"];

interface Chunk {
  type: string;
  imports?: string[];
  facadeModuleId?: string | null;
  viteMetadata?: { importedCss: Set<string> };
}

/** The files that a module comes in: its own, what they import, and their styles. */
function filesOf(bundle: Record<string, Chunk>, module: string): string[] {
  const found = new Set<string>();
  const take = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const style of bundle[name]?.viteMetadata?.importedCss ?? []) found.add(style);
    for (const next of bundle[name]?.imports ?? []) take(next);
  };
  for (const [name, { facadeModuleId }] of Object.entries(bundle)) if (facadeModuleId?.endsWith(module)) take(name);
  if (found.size === 0) throw new Error(`${module} is no file of its own in the build.`);
  return [...found];
}

/**
 * Builds the service worker beside the storefront, as the one file `/sw.js`, stamped with the build that it belongs to: a
 * browser takes a worker as new when one byte of it has changed. While developing there is none.
 */
export const serviceWorker = (): Plugin => {
  let root = process.cwd();
  return {
    name: "lianne:service-worker",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const stamp = createHash("sha256").update(Object.keys(bundle).sort().join("\n")).digest("base64url").slice(0, 12);
      const parts = [...new Set(late.flatMap((module) => filesOf(bundle, module)))].map((name) => `/${name}`);
      await build({
        configFile: false,
        root,
        logLevel: "warn",
        define: { __STAMP__: JSON.stringify(stamp), __PARTS__: JSON.stringify(parts) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          lib: {
            entry: join(root, "src/web/offline/worker/index.ts"),
            formats: ["iife"],
            name: "worker",
            fileName: () => "sw.js",
          },
        },
      });
    },
  };
};
