import { createHash, randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Raw, Sharp } from "sharp";

/** An image as served: `/media/{hash}/{width}.{avif|webp}`. Width and height are the original's, in pixels. */
export interface Renditions {
  hash: string;
  width: number;
  height: number;
  /** ascending; each exists as AVIF and as WebP */
  widths: number[];
}

/** Large, and needed only for new images: loaded with the first of them. */
export const loadSharp = async () => (await import("sharp")).default;

/** Widths used by the pages, from an order line (80 px, doubled) to a full-bleed hero. */
const widthSteps = [160, 320, 480, 720, 1080, 1440, 1920];

/**
 * Encoder options. A change alters every URL, since they are part of the hash. Measured on a ring of 1440 px: AVIF at
 * effort 1 is eight times as fast as at sharp's default 4, for 14 % more bytes.
 */
const encoding = { version: 1, widthSteps, avif: { quality: 60, effort: 1 }, webp: { quality: 80, effort: 2 } };

/** Files with more pixels than this are rejected: they would only exhaust the memory. */
const maxPixels = 50_000_000;
/** WebP's largest side, in pixels. */
const maxSide = 16_383;
/** Formats of cameras, phones and designers. An SVG can contain scripts, and an animation is no product image. */
const formats = new Map([
  ["jpeg", "JPEG"],
  ["png", "PNG"],
  ["webp", "WebP"],
  ["heif", "AVIF"],
  ["gif", "GIF"],
]);

/** Never wider than the original; its own width is added if the last step is narrower by a fifth or more. */
function widthsFor(originalWidth: number): number[] {
  const widths = widthSteps.filter((step) => step <= originalWidth);
  const widest = widths.at(-1) ?? 0;
  const last = widthSteps.at(-1) ?? 0;
  if (widest < last && originalWidth > widest * 1.2) widths.push(originalWidth);
  return widths;
}

/**
 * The folder's name: a hash of the original's bytes and the encoder options, so that a URL never changes its content.
 */
const pictureHash = (original: Uint8Array): string =>
  createHash("sha256").update(JSON.stringify(encoding)).update(original).digest("hex").slice(0, 16);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const open = async (original: Buffer): Promise<Sharp> => (await loadSharp())(original, { limitInputPixels: maxPixels });

/** Validates a file by its content, regardless of its name. Only the first frame of an animation is read and published. @returns why it is rejected, or null */
export async function readPicture(original: Buffer): Promise<{ problem: string | null }> {
  // sharp throws synchronously on an empty buffer
  const sharp = await loadSharp();
  const found = await (async () => sharp(original, { limitInputPixels: false }).metadata())().catch(() => null);
  if (!found || !formats.has(found.format)) {
    return { problem: `The file is not a picture. Allowed are ${[...formats.values()].join(", ")}.` };
  }
  const pixels = found.width * found.height;
  if (pixels > maxPixels) return { problem: `The picture has more than ${maxPixels / 1_000_000} megapixels.` };
  if (Math.max(found.width, found.height) > maxSide)
    return {
      problem: `The picture is ${found.width} x ${found.height} pixels; no side may have more than ${maxSide}.`,
    };
  return { problem: null };
}

/** The result of {@link renderPicture} without rendering. @throws if the bytes are not an image */
export async function describePicture(original: Buffer): Promise<Renditions> {
  const { width, height } = (await (await open(original)).metadata()).autoOrient;
  return { hash: pictureHash(original), width, height, widths: widthsFor(width) };
}

/** The file's header is an image's, but the rest cannot be decoded. */
export class DamagedImageError extends Error {}

/** Decoded once: every width is rendered from these pixels. */
interface Pixels {
  data: Buffer;
  info: Raw;
}
const pixelsOf = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true });
const fromPixels = async ({ data, info }: Pixels): Promise<Sharp> => (await loadSharp())(data, { raw: info });

/**
 * Renders every width of an image into `{folder}/{hash}`, unless it exists already. The files are made from the pixels alone:
 * metadata, such as the place where a photograph was taken, and bytes after the image's end are not published. Safe to
 * interrupt and to run concurrently: the folder appears atomically.
 * @throws DamagedImageError, or sharp's own error if the bytes are not an image or have more than 50 megapixels
 */
export async function renderPicture(original: Buffer, folder: string): Promise<Renditions & { made: boolean }> {
  const picture = await describePicture(original);
  const target = join(folder, picture.hash);
  if (await exists(target)) return { ...picture, made: false };

  const tempFolder = join(folder, `.${picture.hash}-${randomBytes(6).toString("hex")}`);
  await mkdir(tempFolder, { recursive: true });
  try {
    const upright = (await open(original)).autoOrient().toColourspace("srgb");
    const pixels = await pixelsOf(upright).catch((error: unknown) => {
      throw new DamagedImageError("the image file is truncated or corrupt", { cause: error });
    });
    for (const width of picture.widths) await renderWidth(pixels, width, tempFolder);
    await rename(tempFolder, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
  return { ...picture, made: true };
}

async function renderWidth(pixels: Pixels, width: number, folder: string): Promise<void> {
  const sized = await pixelsOf((await fromPixels(pixels)).resize({ width }));
  await (await fromPixels(sized)).avif(encoding.avif).toFile(join(folder, `${width}.avif`));
  await (await fromPixels(sized)).webp(encoding.webp).toFile(join(folder, `${width}.webp`));
}
