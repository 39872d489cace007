import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const sourceFile = /(?<!\.test)\.tsx?$/;
const wholeKey = /["'`]([a-z][a-z0-9_]*\.\w+)["'`]/g;
/** A key with a computed end: all keys with this prefix count as used. */
const keyPrefix = /`([a-z][a-z0-9_]*\.\w*)\$\{/g;
const countSuffix = /_(?:one|other)$/;

const matchesOf = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, key = ""]) => key);

/**
 * Finds the text keys used in the sources of a folder. A key has to be written as `"section.key"` or begin a template
 * with `section.`: the type of `t` hardly allows another way.
 * @param except subfolders and files that do not count; the page of components, which exists in development only, never does
 * @returns whether a `section.key` is used
 */
export function findUsedTextKeys(folder: string, except: readonly string[] = []): (key: string) => boolean {
  const left = ["design-page", ...except];
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => sourceFile.test(path) && !left.some((name) => path === name || path.startsWith(name + sep)))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const keys = new Set(sources.flatMap((source) => matchesOf(source, wholeKey)));
  const prefixes = [...new Set(sources.flatMap((source) => matchesOf(source, keyPrefix)))];
  return (key) =>
    keys.has(key) || keys.has(key.replace(countSuffix, "")) || prefixes.some((start) => key.startsWith(start));
}
