import { expect, test } from "vitest";
import { QueryCache } from "./query-cache.ts";

test("what was read is kept while announcements are heard, until one may mean it, also while it is read", async () => {
  const kept = new QueryCache<number>(["products"]);
  let reads = 0;
  const read = () => kept.of("a", async () => ++reads);
  await read();
  expect(await read()).toBe(2); // nothing is heard yet
  kept.hearing(true);
  expect([await read(), await read()]).toEqual([3, 3]);
  kept.drop(["sales", "product:1"]);
  expect(await read()).toBe(3);
  kept.drop(["category:rings", "products"]);
  const slow = Promise.withResolvers<number>();
  const early = kept.of("a", () => slow.promise);
  kept.drop(["products"]);
  slow.resolve(-1);
  expect(await early).toBe(-1);
  expect(await read()).toBe(4);
  kept.hearing(false);
  expect([await read(), await read()]).toEqual([5, 6]);
});
