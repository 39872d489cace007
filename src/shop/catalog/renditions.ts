import { createHash, randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Raw, Sharp } from "sharp";

/** A picture as it is served: `/media/{hash}/{width}.{avif|webp}`. Width and height are the original's, in pixels. */
export interface Renditions {
  hash: string;
  width: number;
  height: number;
  /** ascending; each exists as AVIF and as WebP */
  widths: number[];
}

/** Large, and needed by new pictures alone: loaded with the first of them. */
export const loadSharp = async () => (await import("sharp")).default;

/** Widths that the pages ask for, from the order line (80 px, doubled) to a full-bleed hero. */
const steps = [160, 320, 480, 720, 1080, 1440, 1920];

/**
 * How files are encoded. Change it and every address changes with it, since the recipe is part of the hash.
 * Measured on a ring of 1440 px: AVIF at effort 1 is eight times as quick as at sharp's default 4, for 14 % more bytes.
 */
const recipe = { version: 1, steps, avif: { quality: 60, effort: 1 }, webp: { quality: 80, effort: 2 } };

/** Files of more pixels than this are refused: they would only be there to fill the memory. */
const maxPixels = 50_000_000;
/** What a camera, a phone or a designer hands over. An SVG is a program and an animation no picture of a piece. */
const formats = new Map([
  ["jpeg", "JPEG"],
  ["png", "PNG"],
  ["webp", "WebP"],
  ["heif", "AVIF"],
  ["gif", "GIF"],
]);

/** Never wider than the original; its own width comes last where a step would leave out a fifth or more of it. */
function widthsFor(originalWidth: number): number[] {
  const widths = steps.filter((step) => step <= originalWidth);
  const widest = widths.at(-1) ?? 0;
  const last = steps.at(-1) ?? 0;
  if (widest < last && originalWidth > widest * 1.2) widths.push(originalWidth);
  return widths;
}

/** The folder's name: from the original's bytes and the recipe, so that an address never changes meaning. */
const pictureHash = (original: Uint8Array): string =>
  createHash("sha256").update(JSON.stringify(recipe)).update(original).digest("hex").slice(0, 16);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const open = async (original: Buffer): Promise<Sharp> => (await loadSharp())(original, { limitInputPixels: maxPixels });

/** Looks at a file's own bytes, whatever it is called. @returns why it cannot be taken, or null */
export async function readPicture(original: Buffer): Promise<{ problem: string | null }> {
  // sharp throws at once where there are no bytes at all
  const sharp = await loadSharp();
  const found = await (async () => sharp(original, { limitInputPixels: false }).metadata())().catch(() => null);
  if (!found || !formats.has(found.format)) {
    return { problem: `The file is not a picture. Allowed are ${[...formats.values()].join(", ")}.` };
  }
  const pixels = found.width * found.height;
  if (pixels > maxPixels) return { problem: `The picture has more than ${maxPixels / 1_000_000} megapixels.` };
  return { problem: null };
}

/** What {@link renderPicture} makes of a picture, without making it. @throws when the bytes are no picture */
export async function describePicture(original: Buffer): Promise<Renditions> {
  const { width, height } = (await (await open(original)).metadata()).autoOrient;
  return { hash: pictureHash(original), width, height, widths: widthsFor(width) };
}

/** The head of the file is a picture's, and the rest cannot be read. */
export class DamagedPicture extends Error {}

/** Decoded once: every width is made from these pixels. */
interface Pixels {
  data: Buffer;
  info: Raw;
}
const pixelsOf = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true });
const fromPixels = async ({ data, info }: Pixels): Promise<Sharp> => (await loadSharp())(data, { raw: info });

const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/**
 * Makes every width of one picture in `{folder}/{hash}`, unless they are there already. A JPEG is also kept as it is
 * (`{width}.jpg`), for link previews. Safe to interrupt and to run twice at once: the folder appears whole.
 * @throws DamagedPicture, or sharp's own error when the bytes are no picture or one of more than 50 megapixels
 */
export async function renderPicture(original: Buffer, folder: string): Promise<Renditions & { made: boolean }> {
  const picture = await describePicture(original);
  const home = join(folder, picture.hash);
  if (await exists(home)) return { ...picture, made: false };

  const workshop = join(folder, `.${picture.hash}-${randomBytes(6).toString("hex")}`);
  await mkdir(workshop, { recursive: true });
  try {
    const upright = (await open(original)).autoOrient().toColourspace("srgb");
    const pixels = await pixelsOf(upright).catch((error: unknown) => {
      throw new DamagedPicture("the picture's file cannot be decoded to its end", { cause: error });
    });
    for (const width of picture.widths) await renderWidth(pixels, width, workshop);
    if (isJpeg(original)) await writeFile(join(workshop, `${picture.width}.jpg`), original);
    await rename(workshop, home).catch(async (error: unknown) => {
      if (!(await exists(home))) throw error;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return { ...picture, made: true };
}

async function renderWidth(pixels: Pixels, width: number, folder: string): Promise<void> {
  const sized = await pixelsOf((await fromPixels(pixels)).resize({ width }));
  await (await fromPixels(sized)).avif(recipe.avif).toFile(join(folder, `${width}.avif`));
  await (await fromPixels(sized)).webp(recipe.webp).toFile(join(folder, `${width}.webp`));
}
