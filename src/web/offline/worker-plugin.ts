import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** Lazily loaded modules that must be available offline. */
const lazyModules = ["src/web/wishlist/wishlist-dialog.tsx", "src/design/toaster.tsx"];

interface Chunk {
  type: string;
  imports?: string[];
  facadeModuleId?: string | null;
  viteMetadata?: { importedCss: Set<string> };
}

/** The files of a module: its own chunk, its imports, and their styles. */
function filesOf(bundle: Record<string, Chunk>, module: string): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    for (const style of bundle[name]?.viteMetadata?.importedCss ?? []) files.add(style);
    for (const next of bundle[name]?.imports ?? []) add(next);
  };
  for (const [name, { facadeModuleId }] of Object.entries(bundle)) if (facadeModuleId?.endsWith(module)) add(name);
  if (files.size === 0) throw new Error(`${module} is not a separate file of the build.`);
  return [...files];
}

/**
 * Builds the service worker with the storefront, as the single file `/sw.js`, stamped with its build: a browser
 * installs a worker as new when one byte of it has changed. There is none in development.
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
      const lazyFiles = [...new Set(lazyModules.flatMap((module) => filesOf(bundle, module)))].map(
        (name) => `/${name}`,
      );
      await build({
        configFile: false,
        root,
        logLevel: "warn",
        define: { __STAMP__: JSON.stringify(stamp), __PARTS__: JSON.stringify(lazyFiles) },
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
