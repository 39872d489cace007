import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join as path } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The demonstration's own APP_SECRET: made once in the data folder, readable by its owner alone. */
export function demoSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path(dataDir, "app-secret");
  const known = readText(file);
  if (known) return known;
  // written aside and then given its name: another process, or one after a crash, never reads half a secret
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
  try {
    if (known === "") rmSync(file, { force: true });
    linkSync(draft, file);
  } catch (error) {
    // a file system may have no links
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

/** Null for a file that is not there. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Another process owns the data folder: a shop, or a command at work in it. */
export class DataDirLockedError extends Error {
  /** null in the moment before the owner has written its number */
  readonly pid: number | null;
  constructor(dataDir: string, pid: number | null) {
    const process = pid === null ? "" : ` (process ${pid})`;
    super(`The data folder ${dataDir} belongs to a shop that is running${process}.`);
    this.pid = pid;
  }
}

const busy = 5; // SQLITE_BUSY
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === busy;

/**
 * Makes this process the one owner of the data folder, as the embedded database needs. The lock is the operating
 * system's, taken through SQLite for want of flock in Node: it ends with the process, however that ends, so that a
 * killed shop starts again and nobody mistakes another process for the owner, as happens with numbers in files.
 * @returns gives it back @throws FolderTaken
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(path(dataDir, "owner.lock"), { timeout: 0 });
  const note = path(dataDir, "owner.pid");
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new DataDirLockedError(dataDir, readPid(note)) : error;
  }
  writeFileSync(note, String(process.pid), { mode: 0o600 });
  held.add(lock);
  return () => {
    if (!held.delete(lock)) return;
    rmSync(note, { force: true });
    lock.close();
  };
}

/** Locks of this process: one that nobody refers to would be collected, and the folder free. */
const held = new Set<DatabaseSync>();

/** The number that the owner left for people to read. */
function readPid(note: string): number | null {
  try {
    return Number(readFileSync(note, "utf8")) || null;
  } catch {
    return null;
  }
}
