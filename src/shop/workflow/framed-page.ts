import type { FastifyReply } from "fastify";

/** Own styles inside the page, pictures of the shop, no scripts; shown in frames of the back office only. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Sends a page for a frame of the back office. */
export const sendFramedPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers({
      "content-security-policy": policy,
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8")
    .send(page);
