import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { spokenTexts } from "./used-text-keys.ts";

const prefix = "virtual:site-texts/";
const chunksId = `${prefix}chunks`;
const languages = ["vi", "en"] as const;
type Sections = Record<string, Record<string, unknown>>;

/** Long page texts, which pages get from their loader, and what the server alone says stay out of the bundle. Whole sections, or `section.key`. */
const loaderOnly = new Set([
  "emails",
  "order_errors",
  "order_notes",
  "parcel_notes",
  "payment_errors",
  "payment_gateway",
  "payment_result.given_back_text",
  "payment_result.surplus_returning",
  "payment_result.surplus_returned",
  "cart.stock_limit_in_cart",
  "cart.option_unavailable",
  "cart.line_limit",
  "cart.too_many_lines",
  "support.sections",
  "about.sections",
  "ring_sizer",
  "services.size_rows",
  "services.necklace_rows",
  "services.bracelet_rows",
]);

const bundled = (texts: Sections, isSpoken: (key: string) => boolean): Sections => {
  const kept: Sections = {};
  for (const [section, entries] of Object.entries(texts)) {
    if (loaderOnly.has(section)) continue;
    const said = Object.entries(entries).filter(([key]) => {
      const name = `${section}.${key}`;
      return !loaderOnly.has(name) && isSpoken(name);
    });
    if (said.length > 0) kept[section] = Object.fromEntries(said);
  }
  return kept;
};

/** Addresses of the text chunks in the finished client build, so that the server can preload the one that a page needs. */
const chunkAddresses = (manifestFile: string): Record<string, string> => {
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<string, { file: string }>;
  const found: Record<string, string> = {};
  for (const [source, chunk] of Object.entries(manifest)) {
    const language = languages.find((code) => source.endsWith(`${prefix}${code}`));
    if (language) found[language] = `/${chunk.file}`;
  }
  return found;
};

/**
 * `virtual:site-texts/vi` and `/en`: the site's texts without the long page texts and those that no page says, one chunk a language.
 * `virtual:site-texts/chunks`: where the client build put those chunks (empty while developing).
 */
export const siteTexts = (): Plugin => {
  let root = process.cwd();
  let building = false;
  return {
    name: "lianne:site-texts",
    configResolved(config) {
      root = config.root;
      building = config.command === "build";
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      if (id === `\0${chunksId}`) {
        const onServer = this.environment.name !== "client";
        const addresses =
          building && onServer ? chunkAddresses(resolve(root, "build/storefront/client/.vite/manifest.json")) : {};
        return `export default ${JSON.stringify(addresses)}`;
      }
      const file = resolve(root, `src/contract/texts/${id.slice(prefix.length + 1)}.json`);
      this.addWatchFile(file);
      // while developing a text may be said at any moment
      const isSpoken = building ? spokenTexts(resolve(root, "src/web")) : () => true;
      return `export default ${JSON.stringify(bundled(JSON.parse(readFileSync(file, "utf8")) as Sections, isSpoken))}`;
    },
  };
};
