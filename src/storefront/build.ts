import { access } from "node:fs/promises";
import { join as path } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import type { StoreClient } from "#contract/client.ts";
import type { Language } from "#contract/language.ts";
import type { Currency, CurrencyCode } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";

/** Where `npm run build` puts the storefront. */
export const buildFolder = path(import.meta.dirname, "../../build/storefront");

/** The context of one request for the storefront's entry; `createContext` in src/web/entry.server.tsx must match it. */
export interface PageContext {
  store: StoreClient;
  lang: Language;
  currency: CurrencyCode;
  currencies: readonly Currency[];
  paymentMethods: readonly PaymentMethod[];
  /** link of the business registration badge; null for no badge */
  registrationLink: string | null;
  /** contact address; null for the one in the bundled texts */
  replyTo: string | null;
  storefrontKey: string;
  publicUrl: string;
  url: URL;
  cookie: string | null;
}
export type StorefrontBuild = ServerBuild & {
  entry: { module: { createContext(input: PageContext): RouterContextProvider } };
};

/** @throws if the storefront has not been built */
export async function loadBuild(): Promise<StorefrontBuild> {
  const file = path(buildFolder, "server/index.js");
  await access(file).catch(() => {
    throw new Error("The storefront is not built yet: run `npm run build`.");
  });
  return (await import(pathToFileURL(file).href)) as StorefrontBuild;
}
