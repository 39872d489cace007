import { beforeEach, expect, test } from "vitest";
import { FragmentCache, jsonArrayOf, type Version, versionsIn } from "./fragment-cache.ts";

const card = { name: "card", tagOf: (id: number) => `product:${id}` };
let cache: FragmentCache;
/** ids that were rendered, in order */
let rendered: number[];

beforeEach(() => {
  cache = new FragmentCache();
  cache.resume();
  rendered = [];
});

const get = async (versions: string, duringRender = () => {}): Promise<string> => {
  const requested = versionsIn(versions);
  const render = async (ids: readonly number[]) => {
    duringRender();
    rendered.push(...ids);
    // the row may have changed since its version was queried: a fragment has the version that was rendered
    return ids.map((id): Version & { value: object } => ({
      ...(requested.find((one) => one.id === id) ?? { id, version: "" }),
      value: { id, nth: rendered.length },
    }));
  };
  return jsonArrayOf(await cache.getAll(card, requested, render)).toString();
};

test("renders a fragment once, and returns fragments in the requested order", async () => {
  expect(await get("1.a 2.a")).toBe('[{"id":1,"nth":2},{"id":2,"nth":2}]');
  expect(await get("3.a 2.a 1.a")).toBe('[{"id":3,"nth":3},{"id":2,"nth":2},{"id":1,"nth":2}]');
  expect(rendered).toEqual([1, 2, 3]);
  expect(await get("")).toBe("[]");
});

test("renders it again for another version of its row, and after its tag was invalidated", async () => {
  await get("1.a 2.a");
  await get("1.b 2.a");
  expect(rendered).toEqual([1, 2, 1]);
  cache.invalidate(["products", "product:2"]);
  await get("1.b 2.a");
  expect(rendered).toEqual([1, 2, 1, 2]);
  cache.invalidate(["catalogue"]);
  await get("1.b 2.a");
  expect(rendered).toEqual([1, 2, 1, 2, 1, 2]);
});

test("does not store a fragment that was invalidated while it was rendered, nor while suspended", async () => {
  await get("1.a", () => cache.invalidate(["product:1"]));
  await get("1.a");
  expect(rendered).toEqual([1, 1]);
  cache.suspend();
  await get("1.a");
  await get("1.a");
  expect(rendered).toEqual([1, 1, 1, 1]);
});

test("evicts the least recently used fragment when it is full", async () => {
  cache = new FragmentCache(700);
  cache.resume();
  await get("1.a 2.a");
  await get("1.a");
  await get("3.a");
  await get("1.a");
  expect(rendered).toEqual([1, 2, 3]);
  await get("2.a");
  expect(rendered).toEqual([1, 2, 3, 2]);
});
