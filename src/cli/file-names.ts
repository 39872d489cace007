import { resolve } from "node:path";
import { CommandError } from "./command.ts";

/**
 * Resolves a path against the caller's directory, which may differ from the shop's, and from the one npm runs its
 * scripts in.
 */
export const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

const unusable = new Set(["EACCES", "EPERM", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS"]);

/** Turns a file system error into a readable one; returns any other error unchanged. */
export function fileProblem(path: string, error: unknown): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new CommandError(`${path} does not exist.`);
  if (code === "EEXIST") return new CommandError(`${path} already exists: name another file, or delete it first.`);
  return unusable.has(code) ? new CommandError(`${path} cannot be used: ${code}.`) : error;
}
