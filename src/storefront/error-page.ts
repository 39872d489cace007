import type { FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { toHttpError, renderProblem } from "#shop/kernel/request/error-response.ts";
import { t } from "#shop/kernel/request/messages.ts";

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const style =
  "body{margin:20vh auto;max-width:30rem;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;text-align:center}";

/** Programs, and the storefront's own scripts, get a problem document; browsers get a page. */
const wantsPage = ({ headers, url }: FastifyRequest): boolean =>
  String(headers.accept).includes("text/html") && !url.split("?")[0]?.endsWith(".data");

/** Sends an error page. It is cheap to render, needs no file and no script, and contains nothing from the request. */
export function sendFailurePage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) return renderProblem(error, request, reply);
  const { status, message, headers } = toHttpError(error, request);
  const lang = languageOf(request);
  const [title, again] = [t(lang, "errors.page_title"), t(lang, "errors.reload")];
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", "content-security-policy": policy, ...headers })
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
<p>${status < 500 ? t(lang, "errors.unexpected") : message}</p>
<p><a href="">${again}</a></p>
</html>`);
}
