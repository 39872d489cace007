import { notFound } from "#web/api/page.ts";

/**
 * Reads number and token of an order's link. Reading changes nothing: scanners of emails open links too.
 * @throws a 404 response for what no link has
 */
export function readOrderLink({ number, token }: { number: string; token: string }): {
  orderId: number;
  token: string;
} {
  if (!/^[1-9]\d{0,8}$/.test(number) || !/^[\da-f]{32}$/.test(token)) notFound();
  return { orderId: Number(number), token };
}
