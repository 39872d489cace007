/** A request that is repeated; `round` counts up, for requests that vary. */
export interface Request {
  name: string;
  path: (round: number) => string;
  as?: "storefront" | "merchant";
}

/** Two pages of one list of the large shop. */
export interface DepthCase {
  name: string;
  path: (page: number) => string;
  as?: "storefront" | "merchant";
}

const turn = <T>(list: readonly T[], round: number): T => {
  const one = list[round % list.length];
  if (one === undefined) throw new Error("the list is empty");
  return one;
};

const categories = ["rings", "necklaces", "earrings", "bracelets"];
const list = "/wp-json/product-category/v1/list";
const filtered = "/wp-json/custom/v1/products";
const products = "/wp-json/wc/v3/products";
const searchPath = (keyword: string, lang: string, limit = 12): string =>
  `/wp-json/custom-search/v1/products?${new URLSearchParams({ keyword, lang, limit: `${limit}` })}`;

const search = (what: string, vi: string, en: string): Request[] => [
  { name: `search: ${what} “${vi}”`, path: () => searchPath(vi, "vi") },
  { name: `search: ${what} “${en}”, English`, path: () => searchPath(en, "en") },
];

const priceSorted = (query: string): string => `${filtered}?category_slug=rings&${query}&orderby=price&order=ASC`;

/** Values that depend on the shop: the small one does not have the same products as the large one. */
export interface Own {
  /** rings with sizes, the same number of sizes each */
  ids: readonly number[];
  /** a type and a gemstone that few rings combine, but at least three */
  rarePair: { type: string; gemstone: string };
}

/** Limited by size. Pages have a length that both shops can fill: one more card takes more time to render. */
export const sizeCases = ({ ids, rarePair: { type, gemstone } }: Own): Request[] => [
  { name: "category page", path: (round) => `${list}?slug=${turn(categories, round)}` },
  { name: "filtered by gemstone, by price", path: () => priceSorted("gemstone=pearl") },
  { name: "filtered by type, by price", path: () => priceSorted("types=halo") },
  {
    name: "filtered by both, often together, by price",
    path: () => priceSorted("types=solitaire&gemstone=cz-diamond&per_page=6"),
  },
  {
    name: "filtered by both, seldom together, by price",
    path: () => priceSorted(`types=${type}&gemstone=${gemstone}&per_page=3`),
  },
  {
    name: "filtered by gemstone, by popularity",
    path: () => `${filtered}?category_slug=earrings&gemstone=sapphire&orderby=popularity&order=DESC`,
  },
  ...search("a rare word", "mirabel", "mirabel"),
  ...search("a frequent word", "nhẫn", "ring"),
  ...search("two frequent words", "nhẫn bạc", "silver ring"),
  ...search("three words", "nhẫn bạc sapphire", "sapphire silver ring"),
  ...search("as it is typed", "nha", "sil"),
  ...search("its first character", "n", "s"),
  ...search("a slip", "saphire", "saphire ring"),
  ...search("frequent words never together", "nhẫn bông", "ring necklace"),
  ...search("nothing", "xyzzyx", "xyzzyx"),
  { name: "a product", path: (round) => `${products}/${turn(ids, round)}` },
  { name: "its variations", path: (round) => `${products}/${turn(ids, round)}/variations` },
  { name: "wc/v3 products, the first page", path: () => products },
  { name: "wc/v3 products, the first page, a merchant", path: () => products, as: "merchant" },
];

/** Limited by depth. */
export const depthCases: DepthCase[] = [
  { name: "category list", path: (page) => `${list}?slug=rings&page=${page}` },
  {
    name: "category list, dearest first",
    path: (page) => `${filtered}?category_slug=rings&orderby=price&order=DESC&page=${page}`,
  },
  { name: "wc/v3 products", path: (page) => `${products}?page=${page}` },
  { name: "wc/v3 products, a merchant", path: (page) => `${products}?page=${page}`, as: "merchant" },
  { name: "wc/v3 products by price", path: (page) => `${products}?orderby=price&page=${page}` },
  { name: "wc/v3 products of a category", path: (page) => `${products}?category=11&page=${page}` },
  { name: "search “nhẫn”", path: (page) => `${searchPath("nhẫn", "vi")}&page=${page}` },
];
