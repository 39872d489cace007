import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "./log.mjs";

const neededMajor = 24;

/**
 * The Node that runs the shop's TypeScript: this one if it is new enough, else the one that came with the packages.
 * @param {string} root
 */
export function findNode24(root) {
  if (Number(process.versions.node.split(".")[0]) >= neededMajor) return process.execPath;
  const installed = join(root, "node_modules/.bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(installed)) return installed;
  throw new UserError(
    `The shop runs on Node ${neededMajor}. This machine has ${process.version}, and there is no package of Node ` +
      `${neededMajor} for ${process.platform} on ${process.arch}: please install it from https://nodejs.org.`,
  );
}
