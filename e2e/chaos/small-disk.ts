import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const blockBytes = 64 * 1024;

/** A folder on a small file system that can be filled up. That needs root, on Linux; otherwise it is a plain folder. */
export class SmallDisk {
  readonly folder: string;
  /** why it cannot be filled; null if it can */
  readonly reason: string | null;

  private constructor(folder: string, reason: string | null) {
    this.folder = folder;
    this.reason = reason;
  }

  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), "lianne-chaos-"));
    // the database server runs as another user
    await chmod(folder, 0o755);
    try {
      await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", folder]);
      return new SmallDisk(folder, null);
    } catch (error) {
      const [why = ""] = String((error as { stderr?: string }).stderr || error).split("\n");
      return new SmallDisk(folder, `no disk of its own can be mounted here: ${why.trim()}`);
    }
  }

  /** Creates a folder on this disk. */
  async createFolder(name: string): Promise<string> {
    const path = join(this.folder, name);
    await mkdir(path, { recursive: true });
    return path;
  }

  /** Fills the disk up to some spare bytes, and frees the space after the callback. */
  async full(spareBytes: number, whileFull: () => Promise<void>): Promise<void> {
    const filler = join(this.folder, "filler");
    const file = await open(filler, "w");
    try {
      const { bavail, bsize } = await statfs(this.folder);
      const block = Buffer.alloc(blockBytes);
      // another process may use up the last of the space first
      const fill = async () => {
        for (let left = bavail * bsize - spareBytes; left > 0; left -= blockBytes) await file.write(block);
      };
      await fill().catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOSPC") throw error;
      });
      await whileFull();
    } finally {
      await file.close();
      await rm(filler, { force: true });
    }
  }

  async remove(): Promise<void> {
    if (this.reason === null) await run("umount", ["-l", this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
