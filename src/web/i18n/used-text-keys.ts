import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const sourceFile = /(?<!\.test)\.tsx?$/;
const wholeKey = /["'`]([a-z][a-z0-9_]*\.\w+)["'`]/g;
/** A key whose end is only known later: all that begin so are kept. */
const beginning = /`([a-z][a-z0-9_]*\.\w*)\$\{/g;
const counted = /_(?:one|other)$/;

const found = (source: string, pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, key = ""]) => key);

/**
 * Which texts the sources in a folder may say, by the keys that are written in them. A key has to be written as
 * `"section.key"` or begin a template with `section.`: the type of `t` leaves hardly another way.
 * @returns whether a `section.key` is among them
 */
export function spokenTexts(folder: string): (key: string) => boolean {
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => sourceFile.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const keys = new Set(sources.flatMap((source) => found(source, wholeKey)));
  const beginnings = [...new Set(sources.flatMap((source) => found(source, beginning)))];
  return (key) =>
    keys.has(key) || keys.has(key.replace(counted, "")) || beginnings.some((start) => key.startsWith(start));
}
