import { access } from "node:fs/promises";
import { join as path } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import type { PageContext } from "#contract/page-context.ts";

/** Where `npm run build` puts the storefront. */
export const buildFolder = path(import.meta.dirname, "../../build/storefront");

/** The build of src/web/entry.server.tsx. */
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
