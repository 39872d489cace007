import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const prefix = "virtual:backoffice-texts/";
/** Folders and files whose texts can be shown before the sign-in. */
const firstSources = [...["api", "components", "i18n/formats.ts", "sign-in"], "layout/failed-screen.tsx"];

type TextSections = Record<string, Record<string, string>>;

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** The files of these sources, without subfolders. */
const filesOf = (root: string): string[] =>
  firstSources.flatMap((source) =>
    source.includes(".") ? [source] : namesIn(join(root, source)).map((name) => join(source, name)),
  );

/** Text of all sources. */
const textOf = (root: string): string =>
  filesOf(root)
    .map((name) => readFileSync(join(root, name), "utf8"))
    .join("\n");

/** TextSections whose keys appear in the sources, as `"section.name"` or `` `section.${name}` ``. */
const isUsedIn = (sources: string, section: string): boolean => new RegExp(`["\`]${section}\\.`).test(sources);

/**
 * `virtual:backoffice-texts/vi/first` and `/later`, and of `en`: the sections that can be shown before the sign-in, and all others, as one
 * chunk each. @param root folder of the back office's sources
 */
export const backOfficeTexts = (root: string): Plugin => ({
  name: "lianne:backoffice-texts",
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return;
    const [language, part] = id.slice(prefix.length + 1).split("/");
    const file = join(root, `../contract/texts/backoffice.${language}.json`);
    this.addWatchFile(file);
    const sources = textOf(root);
    const sections = Object.entries(JSON.parse(readFileSync(file, "utf8")) as TextSections).filter(
      ([section]) => isUsedIn(sources, section) === (part === "first"),
    );
    return `export default ${JSON.stringify(Object.fromEntries(sections))}`;
  },
});
