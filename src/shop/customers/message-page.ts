import type { FastifyReply } from "fastify";
import type { Language } from "#contract/language.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

interface LinkedPage {
  title: string;
  text: string;
  link?: { url: string; label: string };
  /** label of a button that posts to the page's own URL */
  button?: string;
}

/** The page behind a link in an email: self-contained, since it is opened from an email. */
export function messagePage(lang: Language, { title, text, link, button }: LinkedPage): string {
  const name = escapeHtml(title);
  const anchor = link
    ? `<p><a style="color:inherit" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>\n`
    : "";
  const form = button
    ? `<form method="post"><button style="font:inherit;color:#fff;background:#2b2622;border:0;padding:.8rem 1.6rem;cursor:pointer">${escapeHtml(button)}</button></form>\n`
    : "";
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${name} · Lianne</title>
<main style="max-width:32rem;margin:20vh auto;padding:0 1.5rem;font:1rem/1.6 Georgia,serif;color:#2b2622;text-align:center">
<h1 style="font-weight:400">${name}</h1>
<p>${escapeHtml(text)}</p>
${form}${anchor}</main>
</html>
`;
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Sends the page behind a link in an email. */
export const sendMessagePage = (
  reply: FastifyReply,
  lang: Language,
  { status, ...page }: LinkedPage & { status: number },
): FastifyReply =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({ "referrer-policy": "same-origin", "cache-control": "no-store", "content-security-policy": pagePolicy })
    .send(messagePage(lang, page));
