import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAloud, runQuietly } from "./child.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { during, log } from "./log.mjs";

/**
 * What is built, in the order of building: from which files, what must be there afterwards, and by which commands (one
 * that logs reports its own progress). The storefront's build takes in the sizes of the pictures.
 */
const outputs = [
  {
    name: "pictures",
    saying: "Making the sizes of the pictures, once; it takes a minute or two.",
    speaks: true,
    from: [
      "fixtures/pictures",
      "fixtures/catalogue/site-images.json",
      "fixtures/make-pictures.ts",
      "src/shop/catalog/renditions.ts",
    ],
    makes: ["build/pictures/manifest.json"],
    commands: [["fixtures/make-pictures.ts"]],
  },
  {
    name: "storefront",
    saying: "Building the storefront",
    from: [
      ...["src/web", "src/contract", "public", "vite.config.ts", "react-router.config.ts", "tsconfig.json"],
      ...["package.json", "package-lock.json", "build/pictures/site.json", "scripts/compress-assets.ts"],
    ],
    makes: ["build/storefront/server/index.js", "build/storefront/client"],
    commands: [["node_modules/@react-router/dev/bin.cjs", "build"], ["scripts/compress-assets.ts"]],
  },
];

/**
 * Builds what is missing or older than its sources. What is up to date costs a few milliseconds of reading.
 * @param {string} root
 * @param {string} node path of a Node 24
 * @param {readonly string[]} names which of them
 */
export async function buildOutputs(root, node, names) {
  for (const { name, saying, speaks, from, makes, commands } of outputs) {
    if (!names.includes(name)) continue;
    const stamp = join(root, "build", `${name}.stamp`);
    const current = fingerprint(root, from);
    if (makes.every((path) => existsSync(join(root, path))) && read(stamp) === current) continue;
    // gone while building, so that an interrupted build is not taken for a finished one
    rmSync(stamp, { force: true });
    const env = { ...process.env, NODE_ENV: "production" };
    if (speaks) {
      log(saying);
      for (const command of commands) await runAloud(node, command, env);
    } else {
      await during(saying, async () => {
        for (const command of commands) await runQuietly(node, command, env);
      });
    }
    mkdirSync(join(root, "build"), { recursive: true });
    writeFileSync(stamp, current);
  }
}

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");
