import { randomBytes } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { bucketOf } from "#shop/kernel/outbound/object-storage.ts";
import type { Renditions } from "../renditions.ts";

/** Where image files are stored. */
export type MediaConfig = Pick<Config, "dataDir" | "mediaBucket">;

/** The folder that `/media/` is served from. */
export const mediaFolder = (dataDir: string): string => join(dataDir, "media");

const formats = ["avif", "webp"] as const;
const filesOf = ({ hash, widths }: Pick<Renditions, "hash" | "widths">) =>
  widths.flatMap((width) => formats.map((format) => ({ key: `${hash}/${width}.${format}`, type: `image/${format}` })));

/** Stores the rendered files of an image in the bucket, if there is one and it lacks them. The last file completes the image. */
export async function publishFiles(config: MediaConfig, picture: Renditions): Promise<void> {
  const storage = bucketOf(config);
  const files = filesOf(picture);
  const last = files.at(-1);
  if (!storage || !last || (await storage.has(last.key))) return;
  for (const { key, type } of files)
    await storage.put(key, await readFile(join(mediaFolder(config.dataDir), key)), type);
}

/** Deletes the files of an image, here and in the bucket. */
export async function removeFiles(config: MediaConfig, picture: Pick<Renditions, "hash" | "widths">): Promise<void> {
  const storage = bucketOf(config);
  if (storage) for (const { key } of filesOf(picture)) await storage.remove(key);
  await rm(join(mediaFolder(config.dataDir), picture.hash), { recursive: true, force: true });
}

const served = /^([0-9a-f]{16})\/(\d{1,5})\.(?:avif|webp)$/;

/**
 * Copies a file of an image from the bucket to the folder it is served from, unless it is there. Content-hashed, so that a copy never
 * becomes outdated. An invented address causes no request to the bucket: the database has every image with its widths.
 * @param file `{hash}/{width}.{format}`; any other one is ignored
 */
export async function fetchMediaFile({ db, config }: Pick<AppContext, "db" | "config">, file: string): Promise<void> {
  const storage = bucketOf(config);
  const [, hash, width] = served.exec(file) ?? [];
  if (!storage || hash === undefined) return;
  const target = join(mediaFolder(config.dataDir), file);
  if (await isThere(target)) return;
  if (!(await db.one(sql`select from picture where hash = ${hash} and ${Number(width)} = any(widths)`))) return;
  const bytes = await storage.get(file);
  if (!bytes) return;
  await mkdir(dirname(target), { recursive: true });
  // renamed, so that a part of a file is never served
  const draft = `${target}.${randomBytes(6).toString("hex")}.part`;
  await writeFile(draft, bytes);
  await rename(draft, target);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
