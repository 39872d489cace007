import { expect, test } from "vitest";
import { labelledMessage } from "./labelled-error.ts";

const labels = new Map([
  ["lines", "Món"],
  ["lines[0][cost]", "Giá vốn"],
  ["a+b", "Tổng"],
  ["a(b", "Ngoặc"],
]);
const textOf = (name: string, message: string) => labelledMessage(name, message, (path) => labels.get(path)).labelled;

test("GR07: a message has the label of a field in place of its name, also of a name with signs", () => {
  expect(textOf("lines", "lines[0][cost] quá lớn")).toBe("Giá vốn quá lớn");
  expect(textOf("lines[0][cost]", "lines[0][cost] quá lớn")).toBe("Giá vốn quá lớn");
  expect(textOf("a+b", "a+b quá lớn")).toBe("Tổng quá lớn");
  expect(textOf("a(b", "a(b quá lớn")).toBe("Ngoặc quá lớn");
});
