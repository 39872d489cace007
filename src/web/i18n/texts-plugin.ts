import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { findUsedTextKeys } from "./used-text-keys.ts";

const prefix = "virtual:site-texts/";
const chunksId = `${prefix}chunks`;
const languages = ["vi", "en"] as const;
const sectionName = /\/section\/(\w+)$/;
type Sections = Record<string, Record<string, unknown>>;

/**
 * Texts left out of the bundle: texts of single pages, which their loaders provide (`api/page-texts.ts`), of components that are loaded
 * with their texts (`virtual:site-texts/section/`), and texts that only the server uses. Whole sections, or `section.key`.
 */
const loaderOnly = new Set([
  "address_search",
  "auth",
  "cod_confirmation",
  "emails",
  "guest",
  "linked_order",
  "order_errors",
  "order_notes",
  "parameter_errors",
  "parcel_notes",
  "bank_payment",
  "payment_errors",
  "payment_gateway",
  "payment_result.given_back_text",
  "payment_result.surplus_returning",
  "payment_result.surplus_returned",
  "product.delivery_promise",
  "product.in_stock",
  "product.available_to_order",
  "product.low_stock",
  "product.made_to_order_one",
  "product.made_to_order_other",
  "product.options_made_to_order_one",
  "product.options_made_to_order_other",
  "product.free_shipping_hint",
  "cart.stock_limit_in_cart",
  "cart.option_unavailable",
  "cart.line_limit",
  "cart.too_many_lines",
  "support.sections",
  "about.sections",
  "ring_sizer",
  "services",
  "care",
  "ring_guide",
  "tips",
  "profile",
  "address_book",
  "personal_data",
  "self_service",
  "self_cancel_reasons",
  "home",
  "orders",
]);

/** Sections that the pages of checkout and of orders provide. What others use of them is bundled. */
const ofOrders = new Set(["checkout", "order_info", "payment_result"]);
const orderPages = ["checkout", "account", "i18n/payment-methods.ts"];

const sectionOf = (key: string): string => key.replace(/\..*/, "");
const isLoaderOnly = (key: string): boolean => loaderOnly.has(sectionOf(key)) || loaderOnly.has(key);

/** Which keys are in the bundle of a build: those that pages use, without those that their loaders or components provide. */
export function findBundledKeys(sources: string): (key: string) => boolean {
  const isUsed = findUsedTextKeys(sources);
  const isUsedElsewhere = findUsedTextKeys(sources, orderPages);
  return (key) => !isLoaderOnly(key) && (ofOrders.has(sectionOf(key)) ? isUsedElsewhere(key) : isUsed(key));
}

const bundled = (texts: Sections, isBundled: (key: string) => boolean): Sections => {
  const result: Sections = {};
  for (const [section, entries] of Object.entries(texts)) {
    const used = Object.entries(entries).filter(([key]) => isBundled(`${section}.${key}`));
    if (used.length > 0) result[section] = Object.fromEntries(used);
  }
  return result;
};

const textsFile = (root: string, language: string): string => resolve(root, `src/contract/texts/${language}.json`);
const readTexts = (file: string): Sections => JSON.parse(readFileSync(file, "utf8")) as Sections;

/** URLs of the text chunks in the finished client build, so that the server can preload the one that a page needs. */
const chunkAddresses = (manifestFile: string): Record<string, string> => {
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<string, { file: string }>;
  const addresses: Record<string, string> = {};
  for (const [source, chunk] of Object.entries(manifest)) {
    const language = languages.find((code) => source.endsWith(`${prefix}${code}`));
    if (language) addresses[language] = `/${chunk.file}`;
  }
  return addresses;
};

/**
 * `virtual:site-texts/vi` and `/en`: the site's texts without long page texts and without those that no page uses, one
 * chunk per language.
 * `virtual:site-texts/section/<name>`: one section in both languages, for a component that few visitors load.
 * `virtual:site-texts/chunks`: the URLs of those chunks in the client build (empty in development).
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
      const section = sectionName.exec(id)?.[1];
      if (section !== undefined) {
        const entries = languages.map((language) => {
          const file = textsFile(root, language);
          this.addWatchFile(file);
          return [language, { [section]: readTexts(file)[section] }];
        });
        return `export default ${JSON.stringify(Object.fromEntries(entries))}`;
      }
      const file = textsFile(root, id.slice(prefix.length + 1));
      this.addWatchFile(file);
      // in development any text may be used at any moment
      const isBundled = building ? findBundledKeys(resolve(root, "src/web")) : (key: string) => !isLoaderOnly(key);
      return `export default ${JSON.stringify(bundled(readTexts(file), isBundled))}`;
    },
  };
};
