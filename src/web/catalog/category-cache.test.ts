import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StoreClient } from "#contract/client.ts";
import { cacheCategoryData } from "./category-cache.ts";
import { categoryCards } from "./category-cards.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => count * 60_000;

test("caches complete data for five minutes, and neither failures nor incomplete data", async () => {
  let requested = 0;
  const request = (of: string, whole = true) =>
    cacheCategoryData(
      of,
      async () => ++requested,
      () => whole,
    );
  await request("rings");
  vi.advanceTimersByTime(minutes(5) - 1);
  expect(await request("rings")).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await request("rings")).toBe(2);
  await request("in part", false);
  expect(await request("in part", false)).toBe(4);
  const broken = () => cacheCategoryData("broken", () => Promise.reject(new Error(String(++requested))));
  await expect(broken()).rejects.toThrow("5");
  await expect(broken()).rejects.toThrow("6");
  // a single cleanup timer, every ten minutes, for any number of entries
  expect(vi.getTimerCount()).toBe(1);
});

test("fetches four products for a category without any", async () => {
  const requested: unknown[] = [];
  const store = {
    categoryList: async () => ({ ok: true, data: { products: [], pagination: {} } }),
    products: async (query: unknown) => {
      requested.push(query);
      return { ok: true, data: [] };
    },
  } as unknown as StoreClient;
  expect(await categoryCards(store, { id: 11, slug: "rings" })).toEqual([]);
  expect(requested).toEqual([{ category: 11, per_page: 4, status: "publish" }]);
});
