import { expect, test } from "vitest";
import en from "#contract/texts/backoffice.en.json" with { type: "json" };
import vi from "#contract/texts/backoffice.vi.json" with { type: "json" };
import { settings } from "./settings.ts";

test("SC07: every setting has a name in the activity log, in both languages, and no name is left over", () => {
  const names = settings.map(({ name }) => name).sort();
  expect(names.length).toBeGreaterThan(40);
  for (const texts of [vi, en]) expect(Object.keys(texts.setting_names).sort()).toEqual(names);
});
