// Subsets the two font families to the characters that every page needs, into src/design/fonts. Run manually, after an
// update of them: npm exec --yes --package=subset-font@2.9.0 -- node scripts/subset-fonts.ts
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

type Cut = (
  font: Buffer,
  characters: string,
  options: { targetFormat: "woff2"; keepFeatures: string[]; noHinting: boolean },
) => Promise<Buffer>;

/** `npm exec` names the package it has fetched in the PATH alone. */
const fetched = process.env.PATH?.split(":")[0] ?? "";
const cut = createRequire(join(fetched, "../package.json"))("subset-font") as Cut;

const between = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

// as in the unicode-range of fonts.css and medium-weight.ts
const latin = `${between(0x20, 0x7e)}\u00a0©«°±·»×ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝàáâãèéêìíòóôõùúý÷–—‘’“”…`;
const vietnamese = `ĂăĐđĨĩŨũƠơƯư\u0300\u0301\u0303\u0309\u0323${between(0x1ea0, 0x1ef9)}₫`;
/** what text is set with here: kerning, ligatures, figures of equal height and of equal width */
const keepFeatures = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "clig", "calt", "rlig", "lnum", "tnum"];

const root = join(import.meta.dirname, "..");
for (const [family, weight] of [
  ["be-vietnam-pro", 400],
  ["be-vietnam-pro", 500],
  ["cormorant-garamond", 500],
] as const)
  for (const [script, characters] of Object.entries({ latin, vietnamese })) {
    const name = `${family}-${script}-${weight}`;
    const whole = await readFile(join(root, `node_modules/@fontsource/${family}/files/${name}-normal.woff2`));
    // hints are half of the bytes, and have an effect only on screens of a low resolution
    const part = await cut(whole, characters, { targetFormat: "woff2", keepFeatures, noHinting: true });
    await writeFile(join(root, `src/design/fonts/${name}.woff2`), part);
    console.log(name, whole.length, "->", part.length);
  }
