import { beforeEach, expect, test } from "vitest";
import { FragmentCache, jsonArrayOf, type Version, versionsIn } from "./fragment-cache.ts";

const card = { name: "card", tagOf: (id: number) => `product:${id}` };
let parts: FragmentCache;
/** ids that had to be made, in their order */
let made: number[];

beforeEach(() => {
  parts = new FragmentCache();
  parts.hearing(true);
  made = [];
});

const ask = async (versions: string, meanwhile = () => {}): Promise<string> => {
  const asked = versionsIn(versions);
  const make = async (ids: readonly number[]) => {
    meanwhile();
    made.push(...ids);
    // a row may be another by the time it is read: what is made says which
    return ids.map((id): Version & { value: object } => ({
      ...(asked.find((one) => one.id === id) ?? { id, version: "" }),
      value: { id, nth: made.length },
    }));
  };
  return jsonArrayOf(await parts.of(card, asked, make)).toString();
};

test("makes a part once, and stands in the order that was asked for", async () => {
  expect(await ask("1.a 2.a")).toBe('[{"id":1,"nth":2},{"id":2,"nth":2}]');
  expect(await ask("3.a 2.a 1.a")).toBe('[{"id":3,"nth":3},{"id":2,"nth":2},{"id":1,"nth":2}]');
  expect(made).toEqual([1, 2, 3]);
  expect(await ask("")).toBe("[]");
});

test("makes it anew for another version of its row, and for an announcement that means it", async () => {
  await ask("1.a 2.a");
  await ask("1.b 2.a");
  expect(made).toEqual([1, 2, 1]);
  parts.drop(["products", "product:2"]);
  await ask("1.b 2.a");
  expect(made).toEqual([1, 2, 1, 2]);
  parts.drop(["catalogue"]);
  await ask("1.b 2.a");
  expect(made).toEqual([1, 2, 1, 2, 1, 2]);
});

test("keeps nothing that something was announced beside, nor while announcements are not heard", async () => {
  await ask("1.a", () => parts.drop(["product:1"]));
  await ask("1.a");
  expect(made).toEqual([1, 1]);
  parts.hearing(false);
  await ask("1.a");
  await ask("1.a");
  expect(made).toEqual([1, 1, 1, 1]);
});

test("lets go of what was not asked for longest where there is no room", async () => {
  parts = new FragmentCache(700);
  parts.hearing(true);
  await ask("1.a 2.a");
  await ask("1.a");
  await ask("3.a");
  await ask("1.a");
  expect(made).toEqual([1, 2, 3]);
  await ask("2.a");
  expect(made).toEqual([1, 2, 3, 2]);
});
