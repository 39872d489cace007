import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Caller, requireCaller } from "#shop/kernel/auth/keys.ts";
import type { Cacheable } from "#shop/kernel/cache/cached-response.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import { jsonArrayOf } from "#shop/kernel/cache/fragment-cache.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { onlyFields } from "#shop/kernel/http/only-fields.ts";
import { uncached } from "#shop/kernel/http/rest-headers.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { pagingHeaders, type WooItem, type WooPage } from "#shop/kernel/woo/woo-responses.ts";

/** Caller and language of a read: input of every mapper of `wc/v3`. */
export interface ReadContext {
  /** true for merchants: they see unpublished and hidden resources */
  merchant: boolean;
  /** true for responses in the edit context: texts as stored */
  edit?: boolean;
  /** true for merchants that may see costs */
  costs?: boolean;
  lang: Language;
  /** the shop's origin: WooCommerce's links are absolute */
  origin: string;
}

function readingOf(shop: AppContext, caller: Caller, { lang, context }: ResourceQuery): ReadContext {
  const [merchant, edit] = [caller.kind === "merchant", context === "edit"];
  if (edit && !merchant) {
    throw new HttpError(403, "rest_forbidden_context", "Sorry, you are not allowed to edit this resource.");
  }
  return { merchant, edit, lang, costs: seesCosts(caller), origin: shop.config.publicUrl };
}

/** Whether a caller may see what goods cost: programs of the merchant, and roles with the permission. */
export const seesCosts = (caller: Caller): boolean =>
  caller.kind === "merchant" && (caller.staff === null || caller.staff.permissions.includes("costs.view"));

/** The database to read from: merchants must see their own writes at once. */
export const readerFor = ({ db, reads }: AppContext, { merchant }: ReadContext): Reader => (merchant ? db : reads);

interface ResourceQuery {
  lang: Language;
  context?: "view" | "edit";
  _fields?: string[] | undefined;
}

/**
 * Merchants' reads get a unique key: none joins another one in flight, which may have begun before an order was placed.
 */
const keyOf = (request: FastifyRequest, { merchant }: ReadContext, query: ResourceQuery): string =>
  `${request.url.split("?")[0]?.replace(/\/+$/, "")}:${merchant ? randomUUID() : ""}:${JSON.stringify(query)}`;

/**
 * The response depends on the API key, which shared caches ignore; a browser may cache responses for the storefront.
 */
const headersFor = ({ merchant }: ReadContext) => ({ "cache-control": merchant ? uncached : "private, no-cache" });

/**
 * Merchants' responses are not stored: stock changes by orders invalidate caches with a delay, but programs that
 * compute with the stock need its current value.
 */
const withCaching = ({ merchant }: ReadContext, response: Cacheable): Cacheable => ({ ...response, store: !merchant });

interface FoundResource {
  item: WooItem | Buffer;
  tags: string[];
  /** of the record that a write with `If-Match` changes, see record-version.ts */
  version?: string | undefined;
}

/** Sends one resource. @param find throws an error if there is none */
export async function sendSingle(
  shop: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ResourceQuery,
  find: (reading: ReadContext) => Promise<FoundResource>,
): Promise<FastifyReply> {
  const reading = readingOf(shop, await requireCaller(shop, request), query);
  return shop.cache.sendCached(request, reply, keyOf(request, reading, query), async () => {
    const { item, tags, version } = await find(reading);
    const body = Buffer.isBuffer(item) ? item : onlyFields(item, query._fields, ["_links"]);
    return { ...withCaching(reading, cacheableJson(body, tags, headersFor(reading))), ...(version && { version }) };
  });
}

/** A page whose items may be JSON already, if all fields are requested. */
export interface PartPage extends Omit<WooPage, "items"> {
  items: readonly WooItem[] | readonly Buffer[];
}

const areParts = (items: PartPage["items"]): items is readonly Buffer[] => Buffer.isBuffer(items[0]);

/** Sends one page of a collection with WooCommerce's headers. */
export async function sendCollection(
  shop: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ResourceQuery,
  find: (reading: ReadContext) => Promise<PartPage & { tags: string[] }>,
): Promise<FastifyReply> {
  const reading = readingOf(shop, await requireCaller(shop, request), query);
  const at = { url: request.url, query: request.query };
  return shop.cache.sendCached(request, reply, keyOf(request, reading, query), async () => {
    const { tags, ...page } = await find(reading);
    const items = areParts(page.items)
      ? jsonArrayOf(page.items)
      : page.items.map((item) => onlyFields(item, query._fields));
    const paging = pagingHeaders(at, { origin: reading.origin, query, page });
    return withCaching(reading, cacheableJson(items, tags, { ...headersFor(reading), ...paging }));
  });
}

export const wooErrors = {
  product: () => new HttpError(404, "woocommerce_rest_product_invalid_id", "Invalid ID."),
  variation: () => new HttpError(404, "woocommerce_rest_product_variation_invalid_id", "Invalid ID."),
  term: () => new HttpError(404, "woocommerce_rest_term_invalid", "Resource does not exist."),
  attribute: () => new HttpError(404, "woocommerce_rest_taxonomy_invalid", "Resource does not exist."),
  taxonomy: () => new HttpError(404, "woocommerce_rest_taxonomy_invalid", "Taxonomy does not exist."),
};
