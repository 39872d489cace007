import { expect, test } from "vitest";
import catalogue from "#fixtures/catalogue/products.json" with { type: "json" };
import { otherLanguageOf } from "./text-language.ts";

test("texts of the other language are detected", () => {
  for (const { name, description } of catalogue.products) {
    for (const text of [name, description]) {
      expect(otherLanguageOf(text.vi, "vi"), text.vi).toBeUndefined();
      expect(otherLanguageOf(text.en, "en"), text.en).toBeUndefined();
      expect(otherLanguageOf(text.vi, "en"), text.vi).toBe("vi");
    }
    expect(otherLanguageOf(description.en, "vi"), description.en).toBe("en");
  }
});
