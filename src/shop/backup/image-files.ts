import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

const mediaOf = (dataDir: string): string => join(dataDir, "media");
/** a complete folder: the name of an unfinished one begins with a dot */
const whole = /^[0-9a-f]{16}$/;
const served = /^\d{1,5}\.(avif|webp)$/;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

/** All image files, as `{hash}/{width}.webp`. */
export async function listPictureFiles(dataDir: string): Promise<string[]> {
  const folders = (await namesIn(mediaOf(dataDir))).filter((name) => whole.test(name)).sort();
  const files: string[] = [];
  for (const folder of folders) {
    const names = (await namesIn(join(mediaOf(dataDir), folder))).filter((name) => served.test(name)).sort();
    files.push(...names.map((name) => `${folder}/${name}`));
  }
  return files;
}

export const readPictureFile = (dataDir: string, file: string): Promise<Buffer> =>
  readFile(join(mediaOf(dataDir), file));

/** The number of images in the database without a file in the folder. */
export async function countLost(reader: Reader, dataDir: string): Promise<number> {
  const there = new Set(await namesIn(mediaOf(dataDir)));
  const hashes = await reader.all<{ hash: string }>(sql`select hash from picture`);
  return hashes.filter(({ hash }) => !there.has(hash)).length;
}

/**
 * Restores image files to the folder they are served from; existing ones are identical, since their names are content
 * hashes.
 */
export class ImageRestorer {
  readonly #media: string;
  readonly #made = new Set<string>();
  constructor(dataDir: string) {
    this.#media = mediaOf(dataDir);
  }

  async put(file: string, data: Buffer): Promise<void> {
    const path = join(this.#media, file);
    const folder = join(path, "..");
    if ((await mkdir(folder, { recursive: true })) !== undefined) this.#made.add(folder);
    // written under a temporary name and renamed, so that a partial image is never served
    const draft = `${path}.${process.pid}.part`;
    await writeFile(draft, data);
    await rename(draft, path);
  }

  /** Removes the folders that were created. */
  async clear(): Promise<void> {
    for (const folder of this.#made) await rm(folder, { recursive: true, force: true });
  }
}
