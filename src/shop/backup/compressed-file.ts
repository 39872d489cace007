import { createHash } from "node:crypto";
import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";

/** Writes the bytes of a backup: updates the checksum, compresses, and respects the disk's back-pressure. */
export class CompressedFile {
  readonly #packer = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 5 } });
  readonly #sum = createHash("sha256");
  readonly #written: Promise<void>;
  constructor(file: FileHandle) {
    this.#written = pipeline(this.#packer, file.createWriteStream({ flush: true }));
    // reported by the next write
    this.#written.catch(() => {});
  }

  async put(bytes: Buffer): Promise<void> {
    this.#sum.update(bytes);
    if (!this.#packer.write(bytes)) await Promise.race([once(this.#packer, "drain"), this.#written]);
  }

  get checksum(): string {
    return this.#sum.copy().digest("hex");
  }

  async close(): Promise<void> {
    this.#packer.end();
    await this.#written;
  }

  async abandon(): Promise<void> {
    this.#packer.destroy();
    await this.#written.catch(() => {});
  }
}
