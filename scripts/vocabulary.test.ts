import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inFile } from "./vocabulary.ts";

// a process of its own, in which calls of the parser are not slowed down by the module loader of the tests
test("no banned word is used in names, comments, test titles, messages and documents", {
  timeout: 120_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "vocabulary.ts")]);
  expect(stdout).toBe("0 banned words\n");
});

/** One line each, with the kind and the word that is found in it. */
const samples: [file: string, text: string, found: string[]][] = [
  ["a.ts", "const keptAnswer = 1;", ["name kept", "name answer"]],
  ["a.ts", "const { told } = other;", ["name told"]],
  ["a.ts", "import { told } from './b.ts'; told();", []],
  ["a.ts", "// who asks", ["comment who", "comment asks"]],
  ["a.ts", "// `told` is code", []],
  ["a.test.ts", "const url = 'https://who.example';", []],
  ["a.ts", "const url = 'https://who.example';", ["text who"]],
  ["a.test.ts", 'test("nobody waits", () => {});', ["title nobody"]],
  ["a.test.ts", "test(`nobody on $" + "{engine.kept} waits`, () => {});", ["title nobody"]],
  ["a.test.ts", 'test.each(rows)("%s is told", () => {});', ["title told"]],
  ["a.test.ts", 'test.step("told", () => {});', ["title told"]],
  ["a.test.ts", "log.warn({ err }, 'nobody waits');", ["message nobody"]],
  ["a.test.ts", "throw new RangeError(`${" + "kept} is told`, { cause: 'who' });", ["message told"]],
  ["a.test.ts", 'expect(a, "nobody waits").toBe(1);', ["message nobody"]],
  ["a.test.ts", 'await expect.poll(read, `told`).toBe("who");', ["message told"]],
  ["a.ts", "/** Of two lines the first. */", ["comment Of … at the beginning"]],
  ["a.ts", "// the first of two. Of course", []],
  ["a.md", "All. Of these, one", ["document Of … at the beginning"]],
  ["a.ts", "// nobody's, letter's", ["comment nobody", "comment letter"]],
  ["a.test.ts", "call('nobody is'); new Thing('nobody is'); expect('nobody is');", []],
  ["a.ts", "call('nobody is'); new Thing(`${" + "a} is told`);", ["text nobody", "text told"]],
  ["a.tsx", "const a = <p>{/* who */}</p>;", ["comment who"]],
  ["a.test.tsx", "const a = <p>// who</p>;", []],
  ["a.tsx", "const a = <p>who</p>;", ["text who"]],
  ["a.css", "a { color: red; } /* who */", ["comment who"]],
  ["a.sql", "select 1; -- who", ["comment who"]],
  ["sql/a.sql", "create function told() as 'select kept'; -- who", ["comment who", "name told", "name kept"]],
  ["a.sql", "alter table told rename to announced;", []],
  ["a.sh", "echo who # who", ["comment who"]],
  ["a.md", "Who", ["document who"]],
];

test.each(samples)("%s with %s", (file, text, found) => {
  expect(inFile(file, text).map(({ kind, word }) => `${kind} ${word}`)).toEqual(found);
});
