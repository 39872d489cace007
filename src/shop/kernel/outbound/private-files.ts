import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#shop/kernel/base/config.ts";
import { bucketOf } from "./object-storage.ts";

interface PrivateFiles {
  store(file: string, bytes: Buffer): Promise<void>;
  /** @returns null for a file that does not exist */
  read(file: string): Promise<Buffer | null>;
  /** @returns null for a file that is not in the bucket */
  readFromBucket(file: string): Promise<Buffer | null>;
  /** of a file that is not in the bucket */
  pathOf(file: string): string;
  remove(file: string): Promise<void>;
}

/**
 * Files outside of the public media folder, and of the images that the shop publishes from its bucket. They are in the bucket, if there is one,
 * so that each machine of the shop reads and erases them; those from before the bucket, and without one, are in `DATA_DIR`.
 */
export function privateFiles(
  config: Pick<Config, "dataDir" | "mediaBucket">,
  { folder, type }: { folder: string; type: string },
): PrivateFiles {
  const bucket = bucketOf(config);
  const keyOf = (file: string): string => `${folder}/${file}`;
  const pathOf = (file: string): string => join(config.dataDir, folder, file);
  const readFromBucket = async (file: string) => (await bucket?.get(keyOf(file))) ?? null;
  return {
    async store(file, bytes) {
      if (bucket) return bucket.put(keyOf(file), bytes, type);
      await mkdir(join(config.dataDir, folder), { recursive: true, mode: 0o700 });
      await writeFile(pathOf(file), bytes);
    },
    read: async (file) => (await readFromBucket(file)) ?? (await readFile(pathOf(file)).catch(() => null)),
    readFromBucket,
    pathOf,
    async remove(file) {
      await bucket?.remove(keyOf(file));
      await rm(pathOf(file), { force: true });
    },
  };
}
