import { describe, expect, test } from "vitest";
import { publicView } from "./public-pages.ts";

const view = (path: string, method = "GET") => publicView(method, new URL(`http://localhost:3000${path}`), "vi", "VND");

describe("pages that are kept for everybody", () => {
  test("know nothing of the address but what their key tells apart", () => {
    const kept = view("/products/category/rings?utm_source=letter&email=a%40b.vn&page=2&types=solitaire&page=3");
    expect(kept?.url.search).toBe("?types=solitaire&page=2");
    expect(kept?.key).toBe(view("/products/category/rings?page=2&types=solitaire")?.key);
    expect(view("/?variation=5")?.key).toBe(view("/")?.key);
  });

  test("are others in another language of the address, and as data", () => {
    const keys = ["/gifts", "/gifts?lang=en", "/gifts.data", "/gifts.data?_routes=root"].map((path) => view(path)?.key);
    expect(new Set(keys)).not.toContain(undefined);
    expect(new Set(keys).size).toBe(4);
  });

  test("are none where a visitor is known, or where something is sent", () => {
    for (const path of ["/profile", "/checkout", "/search?keyword=a", "/final-payment", "/unknown", "/profile.data"])
      expect(view(path), path).toBeNull();
    expect(view("/gifts", "POST")).toBeNull();
  });

  test("are told in no time, however many slashes an address has", { timeout: 10_000 }, () => {
    // so many that whoever began anew at each of them would be at it for minutes
    const slashes = "/".repeat(200_000);
    expect(view(`${slashes}x`)).toBeNull();
    expect(view(`/gifts${slashes}`)?.url.pathname.length).toBe(200_006);
    expect(view("//")).not.toBeNull();
  });
});
