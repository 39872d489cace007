import type { FastifyReply, FastifyRequest } from "fastify";
import { wooQuery } from "#contract/woo/query.ts";

/** A resource on its way out, as WooCommerce writes it. */
export type Item = Record<string, unknown>;

/** One page of a collection; `total` counts all that match. */
export interface Page {
  items: readonly Item[];
  total: number;
  page: number;
  perPage: number;
}

/** Keeps the top-level fields that `_fields` names, "" and `_links` included only if named. */
export function onlyFields(item: Item, named: readonly string[] | undefined, always: readonly string[] = []): Item {
  if (!named) return item;
  const kept = new Set([...named.map((field) => field.trim().split(".")[0] ?? ""), ...always]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

/** What the links to other pages repeat: the parameters that the request gave and that mean something, never its credentials. */
const repeated = (sent: unknown, asked: object): [string, string][] => {
  const given = wooQuery(sent);
  return Object.entries(asked)
    .filter(([name]) => name in given && name !== "page")
    .map(([name, value]) => [name, String(value)]);
};

/**
 * `X-WP-Total`, `X-WP-TotalPages` and the `Link` to the pages before and after, with whole addresses.
 * @param origin the shop's address @param asked the query as it was parsed
 */
export function pagingHeaders(
  { url, query: sent }: Pick<FastifyRequest, "url" | "query">,
  { origin, asked, page }: { origin: string; asked: object; page: Omit<Page, "items"> },
): Record<string, string> {
  const pages = Math.ceil(page.total / page.perPage);
  const address = `${origin}${url.split("?")[0]}`;
  const query = repeated(sent, asked);
  const link = (to: number, rel: string): string =>
    `<${address}?${new URLSearchParams([...query, ["page", String(to)]])}>; rel="${rel}"`;
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

/** Sends one page of a collection that is not kept: orders, customers, notes, webhooks. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, asked, page }: { origin: string; asked: { _fields?: string[] | undefined }; page: Page },
): FastifyReply {
  const items = page.items.map((item) => onlyFields(item, asked._fields));
  return reply.headers(pagingHeaders(request, { origin, asked, page })).send(items);
}

/** `_links` of one resource below `wc/v3`. @param up path of what it belongs to */
export function linksOf(origin: string, collection: string, id: number | string, up?: string): Item {
  const base = `${origin}/wp-json/wc/v3`;
  return {
    self: [{ href: `${base}/${collection}/${id}` }],
    collection: [{ href: `${base}/${collection}` }],
    ...(up ? { up: [{ href: `${base}/${up}` }] } : {}),
  };
}
