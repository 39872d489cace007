import { startDemonstration } from "./kit/running-shop.ts";
import { languages } from "#contract/language.ts";
import { translatorFor } from "./checkout/translate.ts";
import { knownTexts } from "./kit/known-texts.ts";
import { type ReadPage, readHtml } from "./kit/read-html.ts";
import { expect, test } from "./kit/test.ts";

interface PublicPage {
  path: string;
  status?: number;
  /** not for search engines; `results` still exists in every language */
  hidden?: true | "results";
  /** the types of its structured data */
  types?: string[];
}

const publicPages: PublicPage[] = [
  { path: "/", types: ["Organization", "WebSite"] },
  { path: "/products/category", types: ["BreadcrumbList"] },
  { path: "/products/category/rings", types: ["BreadcrumbList"] },
  { path: "/products/category/gifts-for-her", types: ["BreadcrumbList"] },
  { path: "/gifts" },
  { path: "/collections" },
  { path: "/product-detail/101/nhan-bac-solitaire-cz", types: ["Product", "BreadcrumbList"] },
  { path: "/product-detail/151/", types: ["Product", "BreadcrumbList"] },
  { path: "/about-us" },
  { path: "/support" },
  { path: "/services" },
  { path: "/search?keyword=ring", hidden: "results" },
  { path: "/search", hidden: "results" },
  { path: "/cart", hidden: true },
  { path: "/menu", hidden: true },
  { path: "/newsletter", hidden: true },
  { path: "/offline", hidden: true },
  { path: "/reset-password", hidden: true },
  { path: "/404", status: 404, hidden: true },
  { path: "/nowhere", status: 404, hidden: true },
  { path: "/product-detail/999999/nothing", status: 404, hidden: true },
  { path: "/products/category/nothing", status: 404, hidden: true },
];

/** Checks the page's metadata for search engines and link previews. */
function expectDescribed(read: ReadPage, lang: string, own: URL, { hidden, types = [] }: PublicPage): void {
  const { origin } = own;
  const address = `${origin}${own.pathname}${own.search}`;
  const inLanguage = (language: string) => `${address}${own.search ? "&" : "?"}lang=${language}`;
  expect(read.title).toMatch(/^(.+ \| Lianne|Lianne \| .+)$/);
  expect(read.types.sort()).toEqual([...types].sort());
  expect(read.meta.robots).toBe(hidden ? "noindex" : undefined);
  expect(read.canonical).toBe(hidden ? null : inLanguage(lang));
  if (hidden !== true)
    expect(read.alternates).toEqual({ vi: inLanguage("vi"), en: inLanguage("en"), "x-default": address });
  if (!hidden) expect(read.meta.description?.length).toBeGreaterThan(30);
  expect(read.meta["og:title"]).toBe(read.title);
  expect(read.meta["og:description"]).toBe(read.meta.description);
  expect(read.meta["og:locale"]).toBe(lang === "vi" ? "vi_VN" : "en_US");
  expect(read.meta["og:image"]).toMatch(new RegExp(`^${origin}/.+\\.(jpg|webp|png)$`));
  expect(read.meta["twitter:card"]).toBe("summary_large_image");
}

test("every public page is correct in both languages: status, head, pictures to share, and no text that is not translated", async ({
  page,
  shop,
}) => {
  const pictures = new Set<string>();
  const titles = new Map<string, string>();
  for (const lang of languages) {
    const isKnown = knownTexts(lang);
    for (const one of publicPages) {
      await test.step(`${one.path} in ${lang}`, async () => {
        const url = new URL(one.path, shop.url);
        url.searchParams.set("lang", lang);
        const response = await fetch(url);
        expect(response.status).toBe(one.status ?? 200);
        expect(response.headers.get("content-language")).toBe(lang);
        const read = await readHtml(page, await response.text());
        expect(read.lang).toBe(lang);
        const own = new URL(response.url);
        own.searchParams.delete("lang");
        expectDescribed(read, lang, own, one);
        expect.soft(read.texts.filter((text) => !isKnown(text))).toEqual([]);
        if (!one.hidden) {
          expect(titles.get(read.title), `the title "${read.title}"`).toBeUndefined();
          titles.set(read.title, one.path);
        }
        pictures.add(String(read.meta["og:image"]));
      });
    }
  }
  expect(pictures.size, "pages with a picture of their own").toBeGreaterThan(4);
  for (const picture of pictures) expect((await fetch(picture, { method: "HEAD" })).status, picture).toBe(200);
});

test("a product is described for search engines with its price, and the shop can be installed as an app", async ({
  page,
  shop,
}) => {
  const send = async (path: string) => readHtml(page, await (await fetch(shop.url + path)).text());
  const [variable] = (await send("/product-detail/101/nhan-bac-solitaire-cz")).data;
  const offers = { "@type": "AggregateOffer", priceCurrency: "VND", availability: "https://schema.org/InStock" };
  expect(variable?.offers).toMatchObject({ ...offers, lowPrice: 450_000 });
  const [onSale] = (await send("/product-detail/151/")).data;
  expect(onSale?.offers).toMatchObject({ priceCurrency: "VND" });

  for (const [lang, gifts] of [
    ["vi", "Quà tặng"],
    ["en", "Gifts"],
  ]) {
    const manifest = await (await fetch(`${shop.url}/manifest.webmanifest?lang=${lang}`)).json();
    expect(manifest).toMatchObject({ lang, short_name: "Lianne", display: "standalone", start_url: "/" });
    expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toContain(gifts);
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(shop.url + src);
      expect(icon.headers.get("content-type"), src).toBe(type);
    }
  }
  const worker = await fetch(`${shop.url}/sw.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-type")).toContain("javascript");
});

test("GU02, GU07: while guests may not order and have not, the link of an order that does not exist is a page like every unknown one", async ({
  engine,
}) => {
  // guests order in other tests
  const shop = await startDemonstration(engine);
  try {
    const page = await (await fetch(new URL(`/order/10001/${"0".repeat(32)}?lang=en`, shop.url))).text();
    expect(page).toContain(translatorFor("en")("not_found.text"));
    expect(page).not.toContain(translatorFor("en")("guest.lookup_number"));
  } finally {
    await shop.close();
  }
});
