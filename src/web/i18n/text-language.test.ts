import { expect, test } from "vitest";
import catalogue from "#fixtures/catalogue/products.json" with { type: "json" };
import { standInLanguage } from "./text-language.ts";

test("a text in the other language is told from one of the page's", () => {
  for (const { name, description } of catalogue.products) {
    for (const text of [name, description]) {
      expect(standInLanguage(text.vi, "vi"), text.vi).toBeUndefined();
      expect(standInLanguage(text.en, "en"), text.en).toBeUndefined();
      expect(standInLanguage(text.vi, "en"), text.vi).toBe("vi");
    }
    expect(standInLanguage(description.en, "vi"), description.en).toBe("en");
  }
});
