import { expect, test } from "vitest";
import { pageWindow } from "./page-window.ts";

test("all pages up to five, a window with ellipses beyond", () => {
  expect(pageWindow(2, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(1, 6)).toEqual([1, 2, 3, 4, null, 6]);
  expect(pageWindow(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(pageWindow(9, 9)).toEqual([1, null, 6, 7, 8, 9]);
});
