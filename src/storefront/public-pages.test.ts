import { describe, expect, test } from "vitest";
import { canonicalPath, publicView } from "./public-pages.ts";

const view = (path: string, method = "GET") => publicView(method, new URL(`http://localhost:3000${path}`), "vi", "VND");

describe("pages in the response cache", () => {
  test("see only the query parameters that are in their cache key", () => {
    const stored = view("/products/category/rings?utm_source=letter&email=a%40b.vn&page=2&types=solitaire&page=3");
    expect(stored?.url.search).toBe("?types=solitaire&page=2");
    expect(stored?.key).toBe(view("/products/category/rings?page=2&types=solitaire")?.key);
    expect(view("/?variation=5")?.key).toBe(view("/")?.key);
  });

  test("have different keys by language parameter, and for data requests", () => {
    const keys = ["/gifts", "/gifts?lang=en", "/gifts.data", "/gifts.data?_routes=root"].map((path) => view(path)?.key);
    expect(new Set(keys)).not.toContain(undefined);
    expect(new Set(keys).size).toBe(4);
  });

  test("exclude personal pages and form submissions", () => {
    for (const path of ["/profile", "/checkout", "/search?keyword=a", "/final-payment", "/unknown", "/profile.data"])
      expect(view(path), path).toBeNull();
    expect(view("/gifts", "POST")).toBeNull();
  });

  test("are matched in linear time, even with very many slashes", { timeout: 10_000 }, () => {
    // enough for an implementation with quadratic time to take minutes
    const slashes = "/".repeat(200_000);
    expect(view(`${slashes}x`)).toBeNull();
    expect(view(`/gifts${slashes}`)?.url.pathname.length).toBe(200_006);
    expect(view("//")).not.toBeNull();
  });
});

test("a path has one canonical form, on this host, in linear time", { timeout: 10_000 }, () => {
  for (const [path, canonical] of [
    ["/", "/"],
    ["/gifts", "/gifts"],
    ["/Gifts/", "/gifts"],
    ["/Products/Category/RINGS//", "/products/category/rings"],
    ["//evil.example/", "/evil.example"],
    ["/nh%E1%BA%ABn/A", "/nh%E1%BA%ABn/a"],
  ])
    expect(canonicalPath(path ?? ""), path).toBe(canonical);
  expect(canonicalPath(`${"/".repeat(200_000)}x${"/".repeat(200_000)}`)).toBe("/x");
});
