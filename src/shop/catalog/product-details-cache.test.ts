import { beforeEach, expect, test } from "vitest";
import { type ProductDetails, ProductDetailsCache } from "./product-details-cache.ts";

const details: ProductDetails = { picture: null, category: null, gifts: [], makingDays: null };
let cache: ProductDetailsCache;

beforeEach(() => {
  cache = new ProductDetailsCache();
  cache.resume();
});

/** Queries products as the catalog does. @returns the ids whose details were read */
const query = (ids: readonly number[], duringQuery = () => {}): Promise<number[]> =>
  cache.query(async (known) => {
    const cached: unknown[] = JSON.parse(known.ids.replace("{", "[").replace("}", "]"));
    const missing = ids.filter((id) => !cached.includes(id));
    duringQuery();
    for (const id of missing) known.store(id, details);
    for (const id of ids) if (!missing.includes(id)) expect(known.get(id)).toEqual(details);
    return missing;
  });

test("reads the details of a product once, until the product or a name is changed", async () => {
  expect(await query([1, 2])).toEqual([1, 2]);
  expect(await query([1, 2, 3])).toEqual([3]);
  cache.invalidate(["product:2", "sales"]);
  expect(await query([1, 2, 3])).toEqual([2]);
  cache.invalidate(["sales"]);
  expect(await query([1, 2, 3])).toEqual([]);
  cache.invalidate(["product:1", "categories"]);
  expect(await query([1, 2, 3])).toEqual([1, 2, 3]);
});

test("a query finds what it left out, even if it is removed during the query, and does not store what is stale", async () => {
  await query([1]);
  expect(await query([1, 2], () => cache.invalidate(["product:1", "product:2"]))).toEqual([2]);
  expect(await query([1, 2], () => cache.suspend())).toEqual([1, 2]);
  expect(await query([1, 2])).toEqual([1, 2]);
});
