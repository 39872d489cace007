import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./child.mjs";
import { during } from "./log.mjs";

/** @returns {Record<string, { version?: string, optional?: boolean }>} */
const packagesIn = (lockFile) => {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")).packages ?? {};
  } catch {
    return {};
  }
};

/**
 * True when node_modules matches package-lock.json; only optional packages (other machines' binaries) may be
 * absent. npm writes down what it installed as its last step, so an interrupted installation is seen too.
 * @param {string} root
 */
export function isInstalled(root) {
  const present = packagesIn(join(root, "node_modules/.package-lock.json"));
  return Object.entries(packagesIn(join(root, "package-lock.json"))).every(([path, { version, optional }]) => {
    const installed = present[path];
    return path === "" || (installed ? installed.version === version : optional === true);
  });
}

/**
 * Installs what package-lock.json names, unless it is there.
 * @param {string} root
 */
export async function installPackages(root) {
  if (isInstalled(root)) return;
  // the npm that runs us, on the Node it runs on: the one in node_modules is about to be replaced
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  await during("Installing the shop's packages, once; it takes a minute or two", () =>
    npm?.endsWith(".js") ? runQuietly(node ?? process.execPath, [npm, ...args]) : runQuietly("npm", args),
  );
}
