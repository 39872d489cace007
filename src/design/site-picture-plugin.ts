import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const prefix = "virtual:site-picture/";
const folder = "build/pictures";
const formats = ["avif", "webp"] as const;

interface RenderedPicture {
  hash: string;
  width: number;
  height: number;
  widths: number[];
}

function read(root: string, name: string): RenderedPicture {
  const file = resolve(root, folder, "site.json");
  const made = (JSON.parse(readFileSync(file, "utf8")) as Record<string, RenderedPicture>)[name];
  if (!made) throw new Error(`${name} is not among the site's pictures in ${file}`);
  return made;
}

/** The default file, for browsers without `<picture>`. */
const middle = (widths: readonly number[]): number => widths.findLast((width) => width <= 1080) ?? widths[0] ?? 0;

/**
 * `import hero from "virtual:site-picture/hero-1.webp"`: a picture of the site's own pages, as the Picture component
 * takes it. Its files, at every width, are emitted with the page's script, under a content hash.
 */
export const sitePictures = (): Plugin => {
  let root = process.cwd();
  let building = false;
  return {
    name: "lianne:site-pictures",
    configResolved(config) {
      root = config.root;
      building = config.command === "build";
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const { hash, width, height, widths } = read(root, id.slice(prefix.length + 1));
      if (building && this.environment.name === "client") {
        for (const each of widths.flatMap((step) => formats.map((format) => `${step}.${format}`))) {
          this.emitFile({
            type: "asset",
            fileName: `assets/pictures/${hash}/${each}`,
            source: readFileSync(join(root, folder, hash, each)),
          });
        }
      }
      // in development, the shop serves them from the seed's folder
      const home = building ? "/assets/pictures" : "/media";
      const picture = { src: `${home}/${hash}/${middle(widths)}.webp`, alt: "", width, height, widths };
      return `export default ${JSON.stringify(picture)}`;
    },
  };
};
