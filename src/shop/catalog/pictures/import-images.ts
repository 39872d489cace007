import { basename } from "node:path";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { safeFetch, SafeFetchError } from "#shop/kernel/outbound/safe-fetch.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { storeImage, maxPictureBytes, imageError } from "./store-image.ts";

/** An image in a merchant's write: an existing one by id, or one to fetch by URL. */
export interface ImageReference {
  id?: number | undefined;
  src?: string | undefined;
}

const fetchLimits = { timeoutMs: 20_000, maxBytes: maxPictureBytes, redirects: 3 };

/** The shop's own files are not fetched: the hash is in their URL. */
export const ownHash = (src: string, publicUrl: string): string | undefined =>
  /^\/media\/([0-9a-f]{16})\//.exec(src.startsWith(publicUrl) ? src.slice(publicUrl.length) : src)?.[1];

const fileName = (url: string): string => {
  const path = URL.parse(url)?.pathname ?? "";
  try {
    return basename(decodeURIComponent(path)) || "picture";
  } catch {
    return "picture";
  }
};

/**
 * Downloads the file at a public URL.
 * @throws HttpError 400 for a URL that is not allowed or does not return a file
 */
export async function fetchImage(
  src: string,
  { allowedPrivateHosts }: Pick<Config, "allowedPrivateHosts">,
): Promise<{ bytes: Buffer; name: string }> {
  try {
    const response = await safeFetch(src, { service: "picture", ...fetchLimits, allowedPrivateHosts });
    if (response.status !== 200) throw new SafeFetchError(`HTTP ${response.status}.`);
    return { bytes: response.body, name: fileName(src) };
  } catch (error) {
    if (error instanceof SafeFetchError) throw remoteImageError(src, error);
    throw error;
  }
}

export const remoteImageError = (src: string, { message }: Error): HttpError =>
  imageError(`Error getting remote image ${src}. ${message}`);

async function storeRemoteImage({ db, config }: AppContext, src: string): Promise<number> {
  const file = await fetchImage(src, config);
  return storeImage({ db, config }, file).catch((error: unknown) => {
    throw error instanceof HttpError && error.status === 400 ? remoteImageError(src, error) : error;
  });
}

async function knownIds(reader: Reader, references: readonly ImageReference[], publicUrl: string) {
  const ids = references.flatMap(({ id }) => (id ? [id] : []));
  const hashes = references.flatMap(({ src }) => ownHash(src ?? "", publicUrl) ?? []);
  const rows = await reader.all<{ id: number; hash: string }>(sql`
    select id, hash from picture where id = any(${ids}::integer[]) or hash = any(${hashes}::text[])`);
  return { ids: new Set(rows.map(({ id }) => id)), byHash: new Map(rows.map(({ id, hash }) => [hash, id])) };
}

/**
 * Resolves the images of a write in order; those that the shop does not have yet are fetched and resized. An id wins
 * over a URL, as in WooCommerce. Waits for other servers: call it before the transaction.
 * @returns their ids
 * @throws HttpError 400 for an unknown id, a URL that is not allowed, or a file that is not an image
 */
export async function resolveImages(shop: AppContext, references: readonly ImageReference[]): Promise<number[]> {
  if (references.length === 0) return [];
  const known = await knownIds(shop.db, references, shop.config.publicUrl);
  const resolved: number[] = [];
  for (const { id, src } of references) {
    const hash = ownHash(src ?? "", shop.config.publicUrl);
    if (id) {
      if (!known.ids.has(id)) {
        throw new HttpError(400, "woocommerce_product_invalid_image_id", `#${id} is an invalid image ID.`);
      }
      resolved.push(id);
    } else if (hash) {
      const own = known.byHash.get(hash);
      if (own === undefined) throw imageError(`Error getting remote image ${src}. The shop has no such picture.`);
      resolved.push(own);
    } else if (src) resolved.push(await storeRemoteImage(shop, src));
    else throw imageError("A picture needs an id or a src.");
  }
  return resolved;
}
