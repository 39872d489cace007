import fc from "fast-check";
import { describe, expect, test } from "vitest";
import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };
import attributes from "#fixtures/catalogue/attributes.json" with { type: "json" };
import { advised, circumferenceOf, diameterOf, diameterWithin, fitOf, readStripLength } from "./ring-size.ts";

const sizes = [48, 50, 52, 54, 56, 58, 60, 62];

describe("a ring's size", () => {
  test.each([
    [52, { kind: "fits", mm: 52 }],
    [52.6, { kind: "fits", mm: 52 }],
    [51.4, { kind: "fits", mm: 52 }],
    [52.7, { kind: "between", smaller: 52, larger: 54 }],
    [53.3, { kind: "between", smaller: 52, larger: 54 }],
    [53.4, { kind: "fits", mm: 54 }],
    [47.4, { kind: "fits", mm: 48 }],
    [47.3, { kind: "below", mm: 48 }],
    [62.6, { kind: "fits", mm: 62 }],
    [62.7, { kind: "above", mm: 62 }],
  ])("of %s mm round", (circumference, fit) => {
    expect(fitOf(circumference, sizes)).toEqual(fit);
  });

  test("is the larger of two, and none outside the range", () => {
    expect(advised(fitOf(53, sizes))).toBe(54);
    expect(advised(fitOf(54.2, sizes))).toBe(54);
    expect(advised(fitOf(40, sizes))).toBeNull();
    expect(advised(fitOf(75, sizes))).toBeNull();
  });

  test("is between two if both are within the tolerance", () => {
    expect(fitOf(50.5, [50, 51])).toEqual({ kind: "between", smaller: 50, larger: 51 });
  });

  test("that is recommended is never too small by more than the tolerance, nor a size too large", () => {
    fc.assert(
      fc.property(fc.double({ min: 48, max: 62, noNaN: true }), (circumference) => {
        const mm = advised(fitOf(circumference, sizes)) ?? 0;
        return mm - circumference >= -0.61 && mm - circumference < 2;
      }),
    );
  });

  test("is the same by circle and by strip", () => {
    for (const mm of sizes)
      expect(fitOf(circumferenceOf(diameterWithin(diameterOf(mm))), sizes)).toEqual({ kind: "fits", mm });
  });
});

test.each([
  ["52", 52],
  [" 52,5 ", 52.5],
  ["52.25 mm", 52.25],
  ["75", 75],
  ["39.9", null],
  ["75.5", null],
  ["5,2", null],
  ["52 cm", null],
  ["-52", null],
  ["5e1", null],
  ["", null],
])("a strip of %j", (text, length) => {
  expect(readStripLength(text)).toBe(length);
});

describe("the size table", () => {
  const number = (text: string) => Number(text.replace(",", "."));

  test.each([
    ["vi", vi],
    ["en", en],
  ])("in %s is right for every size that rings are made in", (_, texts) => {
    const rows = texts.services.size_rows;
    expect(rows.map(({ mm }) => Number(mm))).toEqual(sizes);
    for (const { mm, diameter, vn, us } of rows) {
      expect(number(diameter)).toBeCloseTo(diameterOf(Number(mm)), 1);
      expect(Number(vn)).toBe(Number(mm) - 40);
      // the US size, to the nearest half
      expect(Math.abs(number(us) - (diameterOf(Number(mm)) - 11.63) / 0.8128)).toBeLessThan(0.3);
    }
    const made = attributes.attributes.find(({ slug }) => slug === "pa_size")?.terms.map(({ value }) => value) ?? [];
    expect(made.filter((value) => value !== "Adjustable")).toEqual(sizes.map((mm) => `${mm} mm`));
  });
});
