// Draws the shop's icons from the favicon: `node scripts/make-icons.ts`. The files are committed.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../public");
const ink = "#231f1c";
const svg = await readFile(join(folder, "favicon.svg"));
/** the size of the favicon's grid */
const viewBox = 32;

/** A maskable icon may be cut to a circle or a drop: the drawing stays within the middle four fifths, the background fills the rest. */
const icons = [
  { file: "icon-192.png", size: 192, share: 1 },
  { file: "icon-512.png", size: 512, share: 1 },
  { file: "maskable-192.png", size: 192, share: 0.8 },
  { file: "maskable-512.png", size: 512, share: 0.8 },
  { file: "apple-touch-icon.png", size: 180, share: 0.9 },
];

await mkdir(join(folder, "icons"), { recursive: true });
for (const { file, size, share } of icons) {
  const drawn = Math.round(size * share);
  const edge = Math.floor((size - drawn) / 2);
  const rest = size - drawn - edge;
  await sharp(svg, { density: (72 * drawn) / viewBox })
    .resize(drawn, drawn)
    .extend({ top: edge, left: edge, bottom: rest, right: rest, background: ink })
    .flatten({ background: ink })
    .png({ palette: true, colours: 64 })
    .toFile(join(folder, "icons", file));
}
