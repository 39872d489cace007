import { expect, test } from "vitest";
import { bankLabel, bankOf, banks } from "./banks.ts";
import { compareNames } from "./name-order.ts";

test("BQ30: the list of banks is sorted by name, each once, with its note in the page's language", () => {
  const names = banks.map(({ name }) => name);
  expect(names).toEqual([...names].sort(compareNames));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(banks.map(({ bin }) => bin)).size).toBe(names.length);
  const labels = (lang: "vi" | "en") => banks.map((bank) => bankLabel(bank, lang));
  expect(labels("vi")).toEqual(expect.arrayContaining(["MoMo (ví điện tử)", "MBV (trước là OceanBank)", "MBBank"]));
  expect(labels("en")).toEqual(expect.arrayContaining(["MoMo (e-wallet)", "MBV (formerly OceanBank)", "MBBank"]));
  expect(labels("vi").join()).not.toMatch(/\b(was|now|wallet|formerly|of)\b/);
  expect(bankOf("971025").name).toBe("MoMo");
});
