import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { jsonArrayOf } from "#shop/kernel/cache/fragment-cache.ts";
import { type Caller, requireCaller } from "#shop/kernel/auth/keys.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import type { Cacheable } from "#shop/kernel/cache/cached-response.ts";
import { uncached } from "#shop/kernel/http/rest-headers.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type WooItem, onlyFields, type WooPage, pagingHeaders } from "#shop/kernel/woo/woo-responses.ts";

/** Who reads, and in which language: what every mapper of `wc/v3` needs to know. */
export interface ReadContext {
  /** true for merchants, who see what is not published and what is hidden */
  merchant: boolean;
  /** true for answers in the edit context: texts as they are stored */
  edit?: boolean;
  lang: Language;
  /** the shop's address: WooCommerce's links are absolute */
  origin: string;
}

function readingOf(shop: AppContext, caller: Caller, { lang, context }: Asked): ReadContext {
  const [merchant, edit] = [caller.kind === "merchant", context === "edit"];
  if (edit && !merchant) {
    throw new HttpError(403, "rest_forbidden_context", "Sorry, you are not allowed to edit this resource.");
  }
  return { merchant, edit, lang, origin: shop.config.publicUrl };
}

/** Where something is read: merchants see at once what they have just written. */
export const readerFor = ({ db, reads }: AppContext, { merchant }: ReadContext): Reader => (merchant ? db : reads);

interface Asked {
  lang: Language;
  context?: "view" | "edit";
  _fields?: string[] | undefined;
}

/** A merchant's read waits for nobody else's: one that was begun before an order was placed knows nothing of it. */
const keyOf = (request: FastifyRequest, { merchant }: ReadContext, asked: Asked): string =>
  `${request.url.split("?")[0]?.replace(/\/+$/, "")}:${merchant ? randomUUID() : ""}:${JSON.stringify(asked)}`;

/** The answer depends on the key, which shared caches do not look at; a browser may keep what the storefront was given. */
const headersFor = ({ merchant }: ReadContext) => ({ "cache-control": merchant ? uncached : "private, no-cache" });

/** What is left after an order is told a moment later: a program that counts pieces on reads them anew. */
const kept = ({ merchant }: ReadContext, answer: Cacheable): Cacheable => ({ ...answer, store: !merchant });

/** Sends one resource. @param find throws the refusal where there is none */
export async function sendSingle(
  shop: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  find: (reading: ReadContext) => Promise<{ item: WooItem | Buffer; tags: string[] }>,
): Promise<FastifyReply> {
  const reading = readingOf(shop, await requireCaller(shop, request), asked);
  return shop.cache.sendCached(request, reply, keyOf(request, reading, asked), async () => {
    const { item, tags } = await find(reading);
    const body = Buffer.isBuffer(item) ? item : onlyFields(item, asked._fields, ["_links"]);
    return kept(reading, cacheableJson(body, tags, headersFor(reading)));
  });
}

/** A page whose items may be JSON already, where nobody asks for some of their fields alone. */
export interface PartPage extends Omit<WooPage, "items"> {
  items: readonly WooItem[] | readonly Buffer[];
}

const areParts = (items: PartPage["items"]): items is readonly Buffer[] => Buffer.isBuffer(items[0]);

/** Sends one page of a collection with WooCommerce's headers. */
export async function sendCollection(
  shop: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  find: (reading: ReadContext) => Promise<PartPage & { tags: string[] }>,
): Promise<FastifyReply> {
  const reading = readingOf(shop, await requireCaller(shop, request), asked);
  const at = { url: request.url, query: request.query };
  return shop.cache.sendCached(request, reply, keyOf(request, reading, asked), async () => {
    const { tags, ...page } = await find(reading);
    const items = areParts(page.items)
      ? jsonArrayOf(page.items)
      : page.items.map((item) => onlyFields(item, asked._fields));
    const paging = pagingHeaders(at, { origin: reading.origin, query: asked, page });
    return kept(reading, cacheableJson(items, tags, { ...headersFor(reading), ...paging }));
  });
}

export const wooRefusals = {
  product: () => new HttpError(404, "woocommerce_rest_product_invalid_id", "Invalid ID."),
  variation: () => new HttpError(404, "woocommerce_rest_product_variation_invalid_id", "Invalid ID."),
  term: () => new HttpError(404, "woocommerce_rest_term_invalid", "Resource does not exist."),
  attribute: () => new HttpError(404, "woocommerce_rest_taxonomy_invalid", "Resource does not exist."),
  taxonomy: () => new HttpError(404, "woocommerce_rest_taxonomy_invalid", "Taxonomy does not exist."),
};
