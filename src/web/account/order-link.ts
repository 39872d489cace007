import { notFound } from "#web/api/page.ts";

interface LinkParts {
  orderId: number;
  token: string;
}

/** Number and token of an order's link; null for what no link has. */
export const parseOrderLink = ({ number, token }: { number: string; token: string }): LinkParts | null =>
  /^[1-9]\d{0,8}$/.test(number) && /^[\da-f]{32}$/.test(token) ? { orderId: Number(number), token } : null;

/**
 * Reads number and token of an order's link. Reading changes nothing: scanners of emails open links too.
 * @throws a 404 response for what no link has
 */
export const readOrderLink = (params: { number: string; token: string }): LinkParts =>
  parseOrderLink(params) ?? notFound();
