import { languages } from "#contract/language.ts";
import type { SitemapPage } from "./public-pages.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
/** A URL escaped for XML; a slug may contain anything that a merchant's program wrote. */
const address = (url: string): string => encodeURI(url).replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign);

const lastmod = (changedAt: Date | null): string => (changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "");

const alternate = (hreflang: string, url: string): string =>
  `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${url}"/>`;

/** A sitemap of pages, each with its URL in every language, as in the pages' own heads. */
export function pagesXml(pages: readonly SitemapPage[], publicUrl: string): string {
  const entries = pages.map(({ path, changedAt }) => {
    const loc = address(publicUrl + path);
    const alternates = languages.map((language) => alternate(language, `${loc}?lang=${language}`)).join("");
    return `<url><loc>${loc}</loc>${lastmod(changedAt)}${alternates}${alternate("x-default", loc)}</url>\n`;
  });
  return `${head}<urlset ${xmlns} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("")}</urlset>\n`;
}

/** The index of the sitemap's parts. */
export function indexXml(parts: readonly SitemapPage[], publicUrl: string): string {
  const entries = parts.map(
    ({ path, changedAt }) => `<sitemap><loc>${publicUrl}${path}</loc>${lastmod(changedAt)}</sitemap>\n`,
  );
  return `${head}<sitemapindex ${xmlns}>\n${entries.join("")}</sitemapindex>\n`;
}
