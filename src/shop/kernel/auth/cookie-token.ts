import type { FastifyRequest } from "fastify";

/** The token in a cookie of the request; null without one, or if it is longer than any token of the shop. */
export function cookieToken(request: FastifyRequest, cookie: string): string | null {
  const token = request.cookies[cookie];
  return token && token.length <= 100 ? token : null;
}
