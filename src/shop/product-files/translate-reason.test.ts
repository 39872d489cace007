import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { translateReason } from "./translate-reason.ts";

const folder = join(import.meta.dirname, "../catalog/csv");

/** The reasons in the importer's sources, with a sample in place of each expression. */
const reasons = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.includes(".test."))
  .flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const calls = text.matchAll(
      /(?:wrong|absent|NotAProductFileError)\(\s*(?:\w+|"\w+"|\s*),?\s*(?:"([^"]+)"|`([^`]+)`)/g,
    );
    const fields = text.matchAll(/reason(?:: | = )(?:"([^"]+)"|`([^`]+)`)/g);
    return [...calls, ...fields].map(([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^}]+\}/g, "7") ?? "");
  })
  // parts of other reasons
  .filter((reason) => /[.]$/.test(reason) && reason.includes(" ") && reason !== "the product 7.");

/** Reasons for files in a folder, which only the command line reads. */
const ofCommand = /folder of the file|larger than|cannot be read|not a file|changed while/;

test("PR20: the importer's reasons are shown in Vietnamese, others as they are", () => {
  expect(reasons.length).toBeGreaterThan(25);
  const english = reasons.filter((reason) => translateReason(reason, "vi") === reason);
  expect(english.filter((reason) => !ofCommand.test(reason))).toEqual([]);
  expect(translateReason("must be 200 at most.", "vi")).toBe("tối đa 200.");
  expect(translateReason("must be 200 at most.", "en")).toBe("must be 200 at most.");
  expect(translateReason("something else", "vi")).toBe("something else");
});
