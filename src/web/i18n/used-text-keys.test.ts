import { join } from "node:path";
import { expect, test } from "vitest";
import { spokenTexts } from "./used-text-keys.ts";

const isSpoken = spokenTexts(join(import.meta.dirname, ".."));

test("what a page says is kept: by its key, by its count, by how its key begins", () => {
  expect(
    ["product.add_to_bag", "a11y.logo", "cart.count_one", "cart.count_other", "order_status.completed"].every(isSpoken),
  ).toBe(true);
});

test("what no page says is left out", () => {
  expect(["product.no_such_text", "emails.subject", "product.share"].some(isSpoken)).toBe(false);
});
