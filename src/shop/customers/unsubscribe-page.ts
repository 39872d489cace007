import type { Language } from "#contract/language.ts";
import { t } from "#shop/kernel/request/messages.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** The page behind an unsubscribe link: self-contained, since it is opened from an email. */
export function unsubscribePage(lang: Language, { found, home }: { found: boolean; home: string }): string {
  const words = (key: string): string => escapeHtml(t(lang, `newsletter.${key}`));
  const title = words(found ? "left_title" : "unknown_title");
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${title} · Lianne</title>
<main style="max-width:32rem;margin:20vh auto;padding:0 1.5rem;font:1rem/1.6 Georgia,serif;color:#2b2622;text-align:center">
<h1 style="font-weight:400">${title}</h1>
<p>${words(found ? "left_text" : "unknown_text")}</p>
<p><a style="color:inherit" href="${escapeHtml(home)}">${words("home")}</a></p>
</main>
</html>
`;
}
