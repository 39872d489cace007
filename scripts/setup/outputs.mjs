import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly, runWithOutput } from "./child.mjs";
import { fingerprint } from "../../fixtures/fingerprint.mjs";
import { during, log } from "./log.mjs";

/**
 * What is built, in the order of building: from which files, what must be there afterwards, and by which commands (one
 * that logs reports its own progress). The storefront's build takes in the sizes of the pictures.
 */
const outputs = [
  {
    name: "pictures",
    message: "Generating the image sizes; this takes a minute or two and happens once.",
    logsProgress: true,
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
    message: "Building the storefront",
    from: [
      ...[
        "src/web",
        "src/design",
        "src/contract",
        "public",
        "vite.config.ts",
        "react-router.config.ts",
        "tsconfig.json",
      ],
      ...["package.json", "package-lock.json", "build/pictures/site.json", "scripts/compress-assets.ts"],
    ],
    makes: ["build/storefront/server/index.js", "build/storefront/client"],
    commands: [
      ["node_modules/@react-router/dev/bin.cjs", "build"],
      ["scripts/compress-assets.ts", "build/storefront/client/assets"],
    ],
  },
  {
    name: "backoffice",
    message: "Building the back office",
    from: [
      ...["src/backoffice", "src/design", "src/contract", "vite.backoffice.config.ts", "tsconfig.json"],
      ...["package.json", "package-lock.json", "scripts/compress-assets.ts"],
    ],
    makes: ["build/backoffice/index.html"],
    commands: [
      ["node_modules/vite/bin/vite.js", "build", "--config", "vite.backoffice.config.ts"],
      ["scripts/compress-assets.ts", "build/backoffice/assets"],
    ],
  },
];

/**
 * Builds what is missing or older than its sources. What is up to date costs a few milliseconds of reading.
 * @param {string} root
 * @param {string} node path of a Node 24
 * @param {readonly string[]} names which of them
 */
export async function buildOutputs(root, node, names) {
  for (const { name, message, logsProgress, from, makes, commands } of outputs) {
    if (!names.includes(name)) continue;
    const stamp = join(root, "build", `${name}.stamp`);
    const current = fingerprint(root, from);
    if (makes.every((path) => existsSync(join(root, path))) && read(stamp) === current) continue;
    // removed during the build, so that an interrupted build does not count as finished
    rmSync(stamp, { force: true });
    const env = { ...process.env, NODE_ENV: "production" };
    if (logsProgress) {
      log(message);
      for (const command of commands) await runWithOutput(node, command, env);
    } else {
      await during(message, async () => {
        for (const command of commands) await runQuietly(node, command, env);
      });
    }
    mkdirSync(join(root, "build"), { recursive: true });
    writeFileSync(stamp, current);
  }
}

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");
