import { expect, test } from "vitest";
import { sameSitePath } from "./auth-modal.ts";

test("login leads to a path of this site alone", () => {
  expect(sameSitePath("/checkout?x=1")).toBe("/checkout?x=1");
  for (const elsewhere of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "",
    null,
  ])
    expect(sameSitePath(elsewhere)).toBeNull();
});
