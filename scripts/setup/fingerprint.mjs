import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Tests change nothing of what is built. */
const matters = (path) => !/\.test\.tsx?$/.test(path);

function* filesOf(root, path) {
  const whole = join(root, path);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) yield path;
  else for (const name of readdirSync(whole).sort()) yield* filesOf(root, join(path, name));
}

/**
 * A hash over names and contents: the same files give the same hash, regardless of their dates.
 * @param {string} root
 * @param {readonly string[]} paths files and folders below the root; one that is absent counts as empty
 */
export function fingerprint(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesOf(root, path)) {
      if (matters(file))
        hash
          .update(`${file}\0`)
          .update(readFileSync(join(root, file)))
          .update("\0");
    }
  }
  return hash.digest("hex").slice(0, 32);
}
