import { expect, test } from "vitest";
import { translator } from "./translate.ts";

const vi = { cart: { count_one: "{count} sản phẩm", count_other: "{count} sản phẩm", title: "Giỏ hàng" } };
const en = { cart: { count_one: "{count} piece", count_other: "{count} pieces" } };

test("the count picks the form in English, never in Vietnamese", () => {
  const t = translator("en", [en]);
  expect([0, 1, 2].map((count) => t("cart.count", { count }))).toEqual(["0 pieces", "1 piece", "2 pieces"]);
  expect(translator("vi", [vi])("cart.count", { count: 1 })).toBe("1 sản phẩm");
});

test("the first layer with a text wins, and a missing text shows as its key", () => {
  const t = translator("en", [en, vi]);
  expect(t("cart.title")).toBe("Giỏ hàng");
  expect(t("cart.empty")).toBe("cart.empty");
});

test("global placeholders are filled in, and unknown ones stay", () => {
  const texts = { cart: { title: "{usd_rate} {else}" }, ring_guide: { steps: ["1 USD = {usd_rate}"] } };
  const t = translator("vi", [texts], { usd_rate: "26.000 ₫" });
  expect(t("cart.title")).toBe("26.000 ₫ {else}");
  expect(t.list("ring_guide.steps")).toEqual(["1 USD = 26.000 ₫"]);
});
