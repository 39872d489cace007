import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import type { Config } from "#shop/kernel/base/config.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { mediaFolder } from "../pictures/media-files.ts";
import { maxPictureBytes, type PreparedImage, prepareImage } from "../pictures/store-image.ts";
import { fetchImage, ownHash, remoteImageError } from "../pictures/import-images.ts";
import { loadSharp } from "../renditions.ts";
import { ProductLineError, wrong } from "./outcomes.ts";

/** An image of a line: ready to be stored, or one that the shop has. */
export type LineImage = PreparedImage | { hash: string; ready: PreparedImage | null };

type ImageSettings = Pick<Config, "dataDir" | "mediaBucket" | "publicUrl" | "allowedPrivateHosts">;

const isAddress = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(source) || source.startsWith("/media/");

/** Reads a file in the folder of the product file, or below: other files of the machine are not accessible. */
async function readInFolder(folder: string, source: string): Promise<Buffer> {
  const inFolder = (path: string, base: string): boolean => {
    const relativePath = relative(base, path);
    return relativePath !== "" && !relativePath.startsWith("..") && !isAbsolute(relativePath);
  };
  const path = resolve(folder, source);
  if (!inFolder(path, resolve(folder)))
    throw new ProductLineError(wrong("images", `${source} does not lie in the folder of the file, or below.`));
  try {
    const [real, base] = await Promise.all([realpath(path), realpath(folder)]);
    if (!inFolder(real, base))
      throw new ProductLineError(wrong("images", `${source} leads out of the folder of the file.`));
    const { size } = await stat(real);
    if (size > maxPictureBytes)
      throw new ProductLineError(wrong("images", `${source} is larger than ${maxPictureBytes / 1024 / 1024} MB.`));
    return await readFile(real);
  } catch (error) {
    if (error instanceof ProductLineError) throw error;
    throw new ProductLineError(wrong("images", `${source} cannot be read: ${(error as NodeJS.ErrnoException).code}.`));
  }
}

/** Describes an image whose files exist while its row does not: the database was moved or recreated. */
async function readyFromFiles(dataDir: string, hash: string): Promise<PreparedImage | null> {
  const base = join(mediaFolder(dataDir), hash);
  const files = await readdir(base).catch(() => []);
  const widths = files
    .flatMap((name) => Number(/^(\d+)\.webp$/.exec(name)?.[1] ?? 0) || [])
    .sort((one, other) => one - other);
  const widest = widths.at(-1);
  if (widest === undefined) return null;
  const sharp = await loadSharp();
  const { width, height } = await sharp(join(base, `${widest}.webp`)).metadata();
  return { hash, name: hash, width, height, widths };
}

/** Loads the images of lines, each once. Waits for other servers and decodes: never call it in a transaction. */
export class ImageSource {
  private readonly settings: ImageSettings;
  private readonly folder: string | null;
  private readonly make: boolean;
  private readonly known = new Map<string, Promise<LineImage>>();

  /**
   * @param folder base of relative paths; null: the file was uploaded, and no path of this machine is read
   * @param make false only checks the files
   */
  constructor(settings: ImageSettings, folder: string | null, make: boolean) {
    this.settings = settings;
    this.folder = folder;
    this.make = make;
  }

  /** @throws ProductLineError if one is not an image or cannot be loaded */
  async all(sources: readonly string[]): Promise<LineImage[]> {
    const pictures: LineImage[] = [];
    for (const source of sources) {
      const picture = this.known.get(source) ?? this.get(source);
      this.known.set(source, picture);
      pictures.push(await picture);
    }
    return pictures;
  }

  private async get(source: string): Promise<LineImage> {
    const { dataDir, publicUrl } = this.settings;
    const hash = ownHash(source, publicUrl);
    if (hash) return { hash, ready: await readyFromFiles(dataDir, hash) };
    try {
      const file = isAddress(source)
        ? await fetchImage(source, this.settings)
        : { bytes: await this.readFile(source), name: basename(source) };
      return await prepareImage(this.settings, file, this.make);
    } catch (error) {
      throw this.problemOf(source, error);
    }
  }

  private readFile(source: string): Promise<Buffer> {
    if (this.folder !== null) return readInFolder(this.folder, source);
    throw new ProductLineError(
      wrong("images", `${source} is no https:// address: an uploaded file can name no other files.`),
    );
  }

  private problemOf(source: string, error: unknown): unknown {
    if (error instanceof HttpError && error.status < 500) {
      const { message } =
        isAddress(source) && !error.message.includes(source) ? remoteImageError(source, error) : error;
      return new ProductLineError(wrong("images", isAddress(source) ? message : `${source}: ${message}`));
    }
    return error;
  }
}
