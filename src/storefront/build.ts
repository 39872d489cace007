import { access } from "node:fs/promises";
import { join as path } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import type { StoreClient } from "#contract/client.ts";
import type { Language } from "#contract/language.ts";
import type { Currency, CurrencyCode } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/order.ts";

/** Where `npm run build` puts the storefront. */
export const buildFolder = path(import.meta.dirname, "../../build/storefront");

/** What the storefront's entry is given for one request; its shape is kept by `createContext` in src/web/entry.server.tsx. */
export interface PageContext {
  store: StoreClient;
  lang: Language;
  currency: CurrencyCode;
  currencies: readonly Currency[];
  paymentMethods: readonly PaymentMethod[];
  /** where the badge of registration leads; null for no badge */
  registrationLink: string | null;
  /** where readers write to; null for the address of the texts */
  replyTo: string | null;
  storefrontKey: string;
  publicUrl: string;
  url: URL;
  cookie: string | null;
}
export type StorefrontBuild = ServerBuild & {
  entry: { module: { createContext(input: PageContext): RouterContextProvider } };
};

/** @throws when there is none yet */
export async function loadBuild(): Promise<StorefrontBuild> {
  const file = path(buildFolder, "server/index.js");
  await access(file).catch(() => {
    throw new Error("The storefront is not built yet: run `npm run build`.");
  });
  return (await import(pathToFileURL(file).href)) as StorefrontBuild;
}
