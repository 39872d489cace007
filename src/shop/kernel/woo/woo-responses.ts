import type { FastifyReply, FastifyRequest } from "fastify";
import { wooQuery } from "#contract/woo/query.ts";
import { onlyFields } from "#shop/kernel/http/only-fields.ts";

/** A resource in WooCommerce's JSON format. */
export type WooItem = Record<string, unknown>;

/** One page of a collection; `total` counts all matches. */
export interface WooPage {
  items: readonly WooItem[];
  total: number;
  page: number;
  perPage: number;
}

/** The query parameters that links to other pages repeat: those that were sent and are known, never credentials. */
const repeatedParams = (sent: unknown, query: object): [string, string][] => {
  const given = wooQuery(sent);
  return Object.entries(query)
    .filter(([name]) => name in given && name !== "page")
    .map(([name, value]) => [name, String(value)]);
};

/**
 * `X-WP-Total`, `X-WP-TotalPages` and the `Link` header to the previous and next page, with absolute URLs.
 * @param origin the shop's origin @param query the parsed query
 */
export function pagingHeaders(
  { url, query: sent }: Pick<FastifyRequest, "url" | "query">,
  { origin, query, page }: { origin: string; query: object; page: Omit<WooPage, "items"> },
): Record<string, string> {
  const pages = Math.ceil(page.total / page.perPage);
  const address = `${origin}${url.split("?")[0]}`;
  const params = repeatedParams(sent, query);
  const link = (to: number, rel: string): string =>
    `<${address}?${new URLSearchParams([...params, ["page", String(to)]])}>; rel="${rel}"`;
  const links = [
    page.page > 1 && pages > 0 ? link(Math.min(page.page - 1, pages), "prev") : "",
    page.page < pages ? link(page.page + 1, "next") : "",
  ].filter(Boolean);
  return {
    "x-wp-total": String(page.total),
    "x-wp-totalpages": String(pages),
    ...(links.length > 0 ? { link: links.join(", ") } : {}),
    "access-control-expose-headers": "X-WP-Total, X-WP-TotalPages, Link",
  };
}

/** Sends one page of a collection that is not cached: orders, customers, notes, webhooks. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, query, page }: { origin: string; query: { _fields?: string[] | undefined }; page: WooPage },
): FastifyReply {
  const items = page.items.map((item) => onlyFields(item, query._fields));
  return reply.headers(pagingHeaders(request, { origin, query, page })).send(items);
}

/** `_links` of one resource below `wc/v3`. @param up path of its parent */
export function linksOf(origin: string, collection: string, id: number | string, up?: string): WooItem {
  const base = `${origin}/wp-json/wc/v3`;
  return {
    self: [{ href: `${base}/${collection}/${id}` }],
    collection: [{ href: `${base}/${collection}` }],
    ...(up ? { up: [{ href: `${base}/${up}` }] } : {}),
  };
}
