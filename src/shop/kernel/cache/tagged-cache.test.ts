import { beforeEach, describe, expect, test } from "vitest";
import { ALL_TAGS, TaggedCache } from "./tagged-cache.ts";

let cache: TaggedCache<string, string>;
let removed: string[];

beforeEach(() => {
  removed = [];
  cache = new TaggedCache({ maxSize: 3, onRemove: (value) => removed.push(value) });
  cache.resume();
});

const keys = (): string[] => [...cache.entries()].map(([key]) => key);

/** A read that stores one value; the test decides when it ends. */
function slowRead(key: string, tags: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = cache.read(async (store) => {
    await promise;
    store(key, key, tags);
  });
  return async () => {
    resolve();
    await done;
  };
}

describe("a tagged cache", () => {
  test("evicts the least recently used entries by the sum of their sizes", () => {
    cache.set("a", "1");
    cache.set("b", "2");
    cache.set("c", "3");
    cache.get("a");
    cache.set("d", "4");
    expect(keys().toSorted()).toEqual(["a", "c", "d"]);
    cache.set("e", "5", [], 2);
    expect(keys().toSorted()).toEqual(["d", "e"]);
    expect(removed).toEqual(["2", "3", "1"]);
  });

  test("stores nothing that is larger than itself, and no tag of it", () => {
    cache.set("a", "1", ["t"]);
    cache.set("a", "too large", ["t"], 4);
    expect([cache.get("a"), cache.count]).toEqual([undefined, 0]);
    cache.invalidate(["t"]);
    expect(removed).toContain("1");
  });

  test("invalidates entries by any of their tags, and all of them by the tag of all", () => {
    cache.set("a", "1", ["x", "y"]);
    cache.set("b", "2", ["y"]);
    cache.set("c", "3", ["z"]);
    cache.invalidate(["x"]);
    expect(keys().toSorted()).toEqual(["b", "c"]);
    cache.invalidate(["w", "y"]);
    expect(keys()).toEqual(["c"]);
    cache.invalidate([ALL_TAGS]);
    expect(cache.count).toBe(0);
  });

  test("replaces a value together with its tags", () => {
    cache.set("a", "1", ["x"]);
    cache.set("a", "2", ["y"]);
    cache.invalidate(["x"]);
    expect(cache.get("a")).toBe("2");
    cache.invalidate(["y"]);
    expect([cache.get("a"), removed]).toEqual([undefined, ["1", "2"]]);
  });

  test("stores what was read, except what was invalidated during the read", async () => {
    const [a, b] = [slowRead("a", ["x"]), slowRead("b", ["y"])];
    cache.invalidate(["x"]);
    await Promise.all([a(), b()]);
    expect(keys()).toEqual(["b"]);
    const c = slowRead("c", ["z"]);
    cache.clear();
    await c();
    expect(cache.count).toBe(0);
  });

  test("stores nothing while suspended, nor from a read that began before", async () => {
    cache.set("a", "1");
    const b = slowRead("b", []);
    cache.suspend();
    expect(cache.count).toBe(0);
    await slowRead("c", [])();
    cache.resume();
    await b();
    expect(cache.count).toBe(0);
    await slowRead("d", [])();
    expect(keys()).toEqual(["d"]);
  });

  test("can stop storing and leave its entries, which are removed when it resumes", async () => {
    cache.set("a", "1");
    cache.stopStoring();
    await slowRead("b", [])();
    expect(keys()).toEqual(["a"]);
    cache.resume();
    expect(cache.count).toBe(0);
  });

  test("loads a value once, null included, until it is invalidated", async () => {
    const nullable = new TaggedCache<string, number | null>({ maxSize: 10 });
    let loads = 0;
    const load = () =>
      nullable.getOrLoad("a", ["products"], async () => {
        loads++;
        return null;
      });
    await load();
    await load();
    expect(loads).toBe(2); // not subscribed yet
    nullable.resume();
    expect([await load(), await load(), loads]).toEqual([null, null, 3]);
    nullable.invalidate(["sales", "product:1"]);
    await load();
    expect(loads).toBe(3);
    nullable.invalidate(["category:rings", "products"]);
    await load();
    expect(loads).toBe(4);
  });
});
