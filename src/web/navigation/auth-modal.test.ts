import { expect, test } from "vitest";
import { sameSitePath } from "./auth-modal.ts";

test("a path after login is on this site, however it is written", () => {
  expect(sameSitePath("/checkout?step=1#top")).toBe("/checkout?step=1#top");
  for (const path of [
    null,
    "",
    "checkout",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example",
    "/\t/evil.example",
  ])
    expect(sameSitePath(path), String(path)).toBeNull();
});
