import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { cacheableJson } from "../../kernel/cacheable-json.ts";
import { type Caller, requireCaller } from "../../kernel/keys.ts";
import { Refusal } from "../../kernel/problems.ts";
import type { Shop } from "../../kernel/shop.ts";
import { wooQuery } from "./query.ts";

/** Who reads, and in which language: what every mapper of `wc/v3` needs to know. */
export interface Reading {
  /** true for merchants, who see what is not published and what is hidden */
  merchant: boolean;
  lang: Language;
  /** the shop's address: WooCommerce's links are absolute */
  origin: string;
}

export interface Collection {
  items: Record<string, unknown>[];
  total: number;
  page: number;
  perPage: number;
}

const readingOf = (shop: Shop, caller: Caller, lang: Language): Reading => ({
  merchant: caller.kind === "merchant",
  lang,
  origin: shop.config.publicUrl,
});

/** Keeps the named top-level fields. A single resource keeps its `_links` in any case, as in WooCommerce. */
function only(item: Record<string, unknown>, fields: readonly string[] | undefined, always: readonly string[] = []) {
  if (!fields) return item;
  const kept = new Set([...fields.map((field) => field.trim().split(".")[0] ?? ""), ...always]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

interface Asked {
  lang: Language;
  _fields?: string[] | undefined;
}

const keyOf = (request: FastifyRequest, reading: Reading, asked: Asked): string =>
  `${request.url.split("?")[0]?.replace(/\/+$/, "")}:${reading.merchant}:${JSON.stringify(asked)}`;

// the answer depends on the key, which shared caches do not look at
const headers = { "cache-control": "private, no-cache" };

/** Sends one resource. @param find throws the refusal where there is none */
export async function sendSingle(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  find: (reading: Reading) => Promise<{ item: Record<string, unknown>; tags: string[] }>,
): Promise<FastifyReply> {
  const reading = readingOf(shop, await requireCaller(shop, request), asked.lang);
  return shop.cache.send(request, reply, keyOf(request, reading, asked), async () => {
    const { item, tags } = await find(reading);
    return cacheableJson(only(item, asked._fields, ["_links"]), tags, headers);
  });
}

/** Sends one page of a collection with WooCommerce's headers. */
export async function sendCollection(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  find: (reading: Reading) => Promise<Collection & { tags: string[] }>,
): Promise<FastifyReply> {
  const reading = readingOf(shop, await requireCaller(shop, request), asked.lang);
  return shop.cache.send(request, reply, keyOf(request, reading, asked), async () => {
    const { tags, ...collection } = await find(reading);
    const items = collection.items.map((item) => only(item, asked._fields));
    const address = `${reading.origin}${request.url.split("?")[0]}`;
    const paging = pagingHeaders(collection, address, repeated(request, asked));
    return cacheableJson(items, tags, { ...headers, ...paging });
  });
}

/** What the links to other pages repeat: the parameters that the request gave and that mean something. */
const repeated = (request: FastifyRequest, asked: object): [string, string][] => {
  const given = wooQuery(request.query);
  return Object.entries(asked)
    .filter(([name]) => name in given && name !== "page")
    .map(([name, value]) => [name, String(value)]);
};

function pagingHeaders({ total, page, perPage }: Collection, address: string, query: [string, string][]) {
  const pages = Math.ceil(total / perPage);
  const link = (to: number, rel: string): string => {
    const params = new URLSearchParams([...query, ["page", String(to)]]);
    return `<${address}?${params}>; rel="${rel}"`;
  };
  const links = [
    page > 1 && pages > 0 ? link(Math.min(page - 1, pages), "prev") : "",
    page < pages ? link(page + 1, "next") : "",
  ].filter(Boolean);
  return {
    "x-wp-total": String(total),
    "x-wp-totalpages": String(pages),
    ...(links.length > 0 ? { link: links.join(", ") } : {}),
    "access-control-expose-headers": "X-WP-Total, X-WP-TotalPages, Link",
  };
}

export const wooRefusals = {
  product: () => new Refusal(404, "woocommerce_rest_product_invalid_id", "Invalid ID."),
  variation: () => new Refusal(404, "woocommerce_rest_product_variation_invalid_id", "Invalid ID."),
  term: () => new Refusal(404, "woocommerce_rest_term_invalid", "Resource does not exist."),
  attribute: () => new Refusal(404, "woocommerce_rest_taxonomy_invalid", "Resource does not exist."),
  taxonomy: () => new Refusal(404, "woocommerce_rest_taxonomy_invalid", "Taxonomy does not exist."),
};
