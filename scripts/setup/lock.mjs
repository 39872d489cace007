import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "./log.mjs";

const maxWaitMs = 15 * 60_000;

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** A lock whose owner was killed, or whose process id belongs to another process by now. */
function isAbandoned(file) {
  try {
    return !isRunning(Number(readFileSync(file, "utf8"))) || Date.now() - statSync(file).mtimeMs > maxWaitMs;
  } catch {
    return false; // released meanwhile
  }
}

/** @returns {boolean} whether this process has the lock */
function claim(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAbandoned(file)) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Runs the work under a lock: two commands started at once in one clone install and build one after the other.
 * @param {string} root
 * @param {() => Promise<void>} work
 */
export async function withLock(root, work) {
  mkdirSync(join(root, "build"), { recursive: true });
  const file = join(root, "build", "preparing");
  let logged = false;
  while (!claim(file)) {
    await pause(100);
    if (!logged) log("Another command is preparing this folder; waiting for it.");
    logged = true;
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}
