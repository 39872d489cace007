import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join as path } from "node:path";

/** The demonstration's own APP_SECRET: made once in the data folder, readable by its owner alone. */
export function demoSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path(dataDir, "app-secret");
  try {
    const handle = openSync(file, "wx", 0o600);
    writeSync(handle, randomBytes(32).toString("hex"));
    closeSync(handle);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Another shop that runs owns the data folder. */
export class FolderTaken extends Error {
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} belongs to a shop that is running (process ${pid}).`);
    this.pid = pid;
  }
}

/**
 * Makes this process the one owner of the data folder (the embedded database has one). A lock left by a killed
 * process is taken over. @returns gives it back @throws FolderTaken
 */
export function claimDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = path(dataDir, "owner.pid");
  for (;;) {
    try {
      const handle = openSync(file, "wx", 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = Number(readFileSync(file, "utf8"));
      if (owner !== process.pid && owner > 0 && lives(owner)) throw new FolderTaken(dataDir, owner);
      rmSync(file, { force: true });
    }
  }
}
