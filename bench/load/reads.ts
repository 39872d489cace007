import { brotliDecompressSync } from "node:zlib";
import type { RecordedResponse } from "./baseline-server.ts";

/** A read: from the cache always the first path, uncached all of them in turn. */
export interface ReadCase {
  name: string;
  /** HTML pages have another target than JSON responses */
  html?: true;
  paths: readonly string[];
}

const list = "/wp-json/product-category/v1/list";
const filtered = "/wp-json/custom/v1/products";
const products = "/wp-json/wc/v3/products";
const categories = ["rings", "necklaces", "earrings", "bracelets"];
const pages = (of: (category: string, page: number) => string): string[] =>
  [1, 2, 3, 4].flatMap((page) => categories.map((category) => of(category, page)));
const search = (keyword: string, page = 1): string =>
  `/wp-json/custom-search/v1/products?${new URLSearchParams({ keyword, lang: "vi", limit: "12", page: String(page) })}`;
const words = ["nhẫn bạc", "bông tai", "dây chuyền", "lắc tay", "sapphire", "ngọc trai", "halo", "solitaire"];

/** The catalogue as JSON. */
export const jsonCases = (ids: readonly number[]): ReadCase[] => [
  { name: "category list", paths: pages((category, page) => `${list}?slug=${category}&page=${page}`) },
  {
    name: "filtered and sorted list",
    paths: pages((category, page) => `${filtered}?category_slug=${category}&orderby=price&order=ASC&page=${page}`),
  },
  { name: "product", paths: ids.slice(0, 200).map((id) => `${products}/${id}`) },
  { name: "categories", paths: [`${products}/categories?per_page=100`] },
  {
    name: "search of a hot word",
    paths: [search("nhẫn"), ...words.flatMap((word) => [search(word), search(word, 2)])],
  },
];

/** Public pages. */
export const htmlCases = (product: { id: number; slug: string }): ReadCase[] => [
  { name: "home page", html: true, paths: ["/"] },
  {
    name: "category page",
    html: true,
    paths: pages((category, page) => `/products/category/${category}?page=${page}`),
  },
  { name: "product page", html: true, paths: [`/product-detail/${product.id}/${product.slug}`] },
];

interface Listed {
  id?: number;
  product_id?: number;
}

/** The ids of the products in a response of the shop, for the baseline that only selects them. */
export function productsIn({ body, headers }: RecordedResponse): number[] {
  const bytes = Buffer.from(body, "base64");
  const text = headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes;
  const parsed = JSON.parse(text.toString("utf8")) as Listed | Listed[] | { products: Listed[] };
  const rows = "products" in parsed ? parsed.products : [parsed].flat();
  return rows.map((row) => (row as Listed).id ?? (row as Listed).product_id ?? 0);
}
