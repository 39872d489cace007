import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join as path } from "node:path";
import { DatabaseSync } from "node:sqlite";

const accessOfOthers = 0o077;
const stickyBit = 0o1000;

/** New files and directories of this process are accessible by its user only. */
export const restrictNewFiles = (): void => void process.umask(accessOfOthers);

/** The directory holds files of other users or programs, so it cannot be made private. */
export class SharedDataDirError extends Error {
  constructor(dir: string, problem = "is a directory for all users of this machine") {
    super(`${dir} ${problem}. Set DATA_DIR to a directory of the shop's own.`);
  }
}

/** Names that only a shop's data directory has. */
const markers = ["app-secret", "owner.lock", "control.sock", path("pg", "PG_VERSION")];
/** Other names that a shop's data directory may contain; file systems create `lost+found`. */
const knownNames = new Set(["media", "packing-photos", "pg", "product-imports", "lost+found"]);

/**
 * Whether a directory is empty or belongs to a shop: it contains a marker, or nothing but known names, or, if no other
 * user can access it, at least one of these names.
 */
function isShops(dir: string): boolean {
  if (markers.some((name) => existsSync(path(dir, name)))) return true;
  const names = readdirSync(dir).filter((name) => name !== "lost+found");
  const isPrivate = process.platform !== "win32" && (statSync(dir).mode & accessOfOthers) === 0;
  return names.every((name) => knownNames.has(name)) || (isPrivate && names.some((name) => knownNames.has(name)));
}

/**
 * Creates the data directory, or corrects the permissions of an existing one; of a symbolic link, those of its target.
 * @returns see {@link makePrivateDir}
 * @throws SharedDataDirError for a directory that has files but belongs to no shop; it is not changed
 */
export function makeDataDir(dataDir: string): boolean {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const dir = realpathSync(dataDir);
  if (!isShops(dir)) throw new SharedDataDirError(dir, "has files, and none of a shop");
  return makePrivateDir(dir);
}

/**
 * Creates a directory that only its owner can enter, and corrects the permissions of an existing one. PGlite creates its files
 * with mode 0666, so access to them depends on the directory.
 * @returns false if the directory belongs to another user and is accessible by others, a mounted volume for instance
 * @throws SharedDataDirError for a directory such as /tmp
 */
export function makePrivateDir(dir: string): boolean {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { mode } = statSync(dir);
  if (process.platform === "win32" || (mode & accessOfOthers) === 0) return true;
  if (mode & stickyBit) throw new SharedDataDirError(dir);
  try {
    chmodSync(dir, mode & 0o700);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM") return false;
    throw error;
  }
}

/** The demonstration's own APP_SECRET: created once in the data directory, readable by its owner only. */
export function demoSecret(dataDir: string): string {
  makeDataDir(dataDir);
  const file = path(dataDir, "app-secret");
  const existing = readText(file);
  if (existing) return existing;
  // written to a temporary file and then linked under its name, so that neither another process nor a crash can leave
  // half a secret to be read
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
  try {
    if (existing === "") rmSync(file, { force: true });
    linkSync(draft, file);
  } catch (error) {
    // some file systems do not support links
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

/** @returns null for a missing file */
function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Another process has locked the data directory: a running shop, or a command that works in it. */
export class DataDirLockedError extends Error {
  /** null for a moment, until the owner has written its process id */
  readonly pid: number | null;
  constructor(dataDir: string, pid: number | null) {
    const process = pid === null ? "" : ` (process ${pid})`;
    super(`The data directory ${dataDir} is in use by a running shop${process}.`);
    this.pid = pid;
  }
}

const sqliteBusy = 5; // SQLITE_BUSY
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === sqliteBusy;

/**
 * Makes this process the only owner of the data directory, as PGlite requires. The lock is an operating system lock,
 * taken through SQLite because Node has no flock. It ends with the process, however that ends, so a killed shop can
 * start again, and no other process is mistaken for the owner, as can happen with pid files.
 * @returns releases the lock @throws DataDirLockedError, SharedDataDirError
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const lock = new DatabaseSync(path(dataDir, "owner.lock"), { timeout: 0 });
  const pidFile = path(dataDir, "owner.pid");
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new DataDirLockedError(dataDir, readPid(pidFile)) : error;
  }
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  heldLocks.add(lock);
  return () => {
    if (!heldLocks.delete(lock)) return;
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

/** Locks of this process: without a reference to it, a lock would be garbage-collected, which releases it. */
const heldLocks = new Set<DatabaseSync>();

/** The process id that the owner wrote for the error message. */
function readPid(pidFile: string): number | null {
  try {
    return Number(readFileSync(pidFile, "utf8")) || null;
  } catch {
    return null;
  }
}
