import { join } from "node:path";
import { expect, test } from "vitest";
import { findUsedTextKeys } from "./used-text-keys.ts";

const isUsed = findUsedTextKeys(join(import.meta.dirname, ".."));

test("used keys are found by key, by plural form and by prefix", () => {
  expect(
    ["product.add_to_bag", "a11y.logo", "cart.count_one", "cart.count_other", "order_status.completed"].every(isUsed),
  ).toBe(true);
});

test("unused keys are not found", () => {
  expect(["product.no_such_text", "emails.subject", "product.share"].some(isUsed)).toBe(false);
});
