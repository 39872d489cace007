import { expect, test } from "vitest";
import { type CacheLoader, CacheLoaderRegistry } from "./cached-endpoints.ts";

const asked = (url: string) => ({ url, headers: {} });
const recipe = (key: string): CacheLoader => ({
  key,
  make: () => Promise.reject(new Error("nobody asks")),
  given: {},
  around: { headers: [], route: "/", limit: undefined },
});

test("a thousand are kept; one more takes the place of the one remembered longest ago", () => {
  const recipes = new CacheLoaderRegistry();
  for (let n = 0; n < 1_000; n++) recipes.remember(asked(`/${n}`), recipe(`${n}`));
  expect(recipes.of(asked("/0"))?.key).toBe("0");
  recipes.remember(asked("/0"), recipe("0 again"));
  recipes.remember(asked("/1000"), recipe("1000"));
  expect(recipes.of(asked("/1"))).toBeUndefined();
  expect(recipes.of(asked("/0"))?.key).toBe("0 again");
  expect(recipes.of(asked("/2"))?.key).toBe("2");
  expect(recipes.of(asked("/1000"))?.key).toBe("1000");
});

test("what is asked in more than a thousand letters is not kept", () => {
  const recipes = new CacheLoaderRegistry();
  const long = asked(`/?search=${"a".repeat(1_000)}`);
  recipes.remember(long, recipe("long"));
  expect(recipes.of(long)).toBeUndefined();
});
