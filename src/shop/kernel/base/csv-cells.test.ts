import { expect, test } from "vitest";
import { neutralized } from "./csv-cells.ts";

test("SC08 MO16 no cell of a file for people is a formula, also after another separator than the comma", () => {
  for (const start of ["=", "+", "-", "@"]) expect(neutralized(`${start}1+1`)).toBe(`'${start}1+1`);
  for (const start of ["\t", "\r"]) expect(neutralized(`${start}=1+1`)).toBe(`'${start}'=1+1`);
  expect(neutralized('An;=HYPERLINK("https://evil.example")')).toBe(`An;'=HYPERLINK("https://evil.example")`);
  expect(neutralized("An\t@SUM(A1)")).toBe("An\t'@SUM(A1)");
  expect(neutralized("Dòng một\n-2+3")).toBe("Dòng một\n'-2+3");
});

test("SC08 numbers, phone numbers and texts stay as they are", () => {
  for (const cell of ["", "-5", "+84901234567", "12.5", "a; b", "a - b", "1=1"]) expect(neutralized(cell)).toBe(cell);
});
