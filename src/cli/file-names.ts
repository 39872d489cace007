import { resolve } from "node:path";
import { CommandError } from "./command.ts";

/** Paths are the caller's, who may stand in another folder than the shop, and than npm runs its scripts in. */
export const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

const unusable = new Set(["EACCES", "EPERM", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS"]);

/** What the file system says of a file that was named, in words; any other failure as it is. */
export function fileProblem(path: string, error: unknown): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new CommandError(`${path} is not there.`);
  if (code === "EEXIST") return new CommandError(`${path} is there already: name another file, or take it away first.`);
  return unusable.has(code) ? new CommandError(`${path} cannot be used: ${code}.`) : error;
}
