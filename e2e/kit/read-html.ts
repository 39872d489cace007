import type { Page } from "@playwright/test";

/** What a search engine, or a page that embeds a preview, reads in a page's HTML. */
export interface ReadPage {
  lang: string;
  title: string;
  /** by name or property */
  meta: Record<string, string>;
  canonical: string | null;
  alternates: Record<string, string>;
  /** the types of its structured data, and the data */
  types: string[];
  data: Record<string, unknown>[];
  /** each text that is shown or read aloud, except in elements that declare another language */
  texts: string[];
}

/** Parses a page's HTML as a browser does, without running it. */
export const readHtml = (page: Page, html: string): Promise<ReadPage> =>
  page.evaluate((source) => {
    const document = new DOMParser().parseFromString(source, "text/html");
    const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];
    const parsed = all("script[type='application/ld+json']").map(
      ({ textContent }) => JSON.parse(String(textContent)) as Record<string, unknown>,
    );
    const data = parsed.flatMap((one) => (Array.isArray(one["@graph"]) ? (one["@graph"] as typeof parsed) : [one]));
    const meta = Object.fromEntries(
      all<HTMLMetaElement>("meta").map((one) => [one.name || String(one.getAttribute("property")), one.content]),
    );
    const { lang, title } = { lang: document.documentElement.lang, title: document.title };
    const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.getAttribute("href") ?? null;
    const alternates = Object.fromEntries(
      all<HTMLLinkElement>("link[rel=alternate]").map((one) => [one.hreflang, String(one.getAttribute("href"))]),
    );
    for (const one of all(`script, style, noscript, [lang]:not(html):not([lang="${lang}"])`)) one.remove();
    const texts = [title, meta.description, meta["og:image:alt"]];
    for (const name of ["alt", "aria-label", "title", "placeholder"])
      texts.push(...all(`[${name}]`).map((one) => one.getAttribute(name) ?? ""));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? "");
    const normalized = texts.map((text) => (text ?? "").replaceAll(/\s+/g, " ").trim()).filter(Boolean);
    return {
      lang,
      title,
      meta,
      canonical,
      alternates,
      types: data.map((one) => String(one["@type"])),
      data,
      texts: normalized,
    };
  }, html);
