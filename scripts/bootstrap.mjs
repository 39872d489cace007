// The entry point of every npm script. It runs on the machine's Node and depends on nothing outside this folder:
// it makes sure that the packages are installed, that Node 24 is found and that what the command needs is built.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { exec } from "./setup/child.mjs";
import { installPackages } from "./setup/dependencies.mjs";
import { findNode24 } from "./setup/node24.mjs";
import { buildOutputs } from "./setup/outputs.mjs";
import { productionEnv } from "./setup/production.mjs";
import { log, UserError } from "./setup/log.mjs";
import { withLock } from "./setup/lock.mjs";

const root = join(import.meta.dirname, "..");

/** Settings of this folder; the environment takes precedence. */
const settingsFile = join(root, ".env");

/** `npm start` is the demonstration; with SHOP_MODE=live it is the shop alone. */
const shopProgram = () => [process.env.SHOP_MODE === "live" ? "src/main.ts" : "demo.ts"];

/** The store restarts when its sources change; Vite handles the storefront. */
const devProgram = () => [
  "--conditions=development",
  ...["src/shop", "src/contract", "src/storefront", "src/main.ts", "simulators", "migrations", "sql"].map(
    (path) => `--watch-path=${path}`,
  ),
  "demo.ts",
];

/** What a shop without `npm run dev` serves. */
const programs = ["pictures", "storefront", "backoffice"];

/** What each command runs, what must be built, and what it sets where nothing is set. */
const commands = {
  start: { run: shopProgram, built: programs, settings: true, env: productionEnv(root) },
  dev: { run: devProgram, built: ["pictures"], settings: true, env: { NODE_ENV: "development" } },
  shop: { run: () => ["shop.ts"], built: [], settings: true, env: { NODE_ENV: "production" } },
  build: { built: programs },
  test: { run: () => ["scripts/test.ts"], built: [] },
  bench: { run: () => ["bench/run.ts"], built: programs },
  lighthouse: { run: () => ["bench/lighthouse.ts"], built: programs },
  gallery: { run: () => ["scripts/gallery.ts"], built: programs },
  chaos: { run: () => ["scripts/chaos.ts"], built: programs },
  money: { run: () => ["scripts/money.ts"], built: programs },
};

/** Programs that a command starts find Node 24 and the packages' own commands first. */
const pathWith = (node) => [join(root, "node_modules/.bin"), join(node, ".."), process.env.PATH].join(":");

async function main([name, ...args]) {
  const command = commands[name];
  if (!command) throw new UserError(`There is no command "${name}". There are: ${Object.keys(commands).join(", ")}.`);
  process.chdir(root);
  if (command.settings && existsSync(settingsFile)) process.loadEnvFile(settingsFile);
  let node = "";
  await withLock(root, async () => {
    await installPackages(root);
    node = findNode24(root);
    await buildOutputs(root, node, command.built);
  });
  if (!command.run) return;
  exec(node, [...command.run(), ...args], { ...command.env, ...process.env, PATH: pathWith(node) });
}

main(process.argv.slice(2)).catch((error) => {
  log(error instanceof UserError ? error.message : error.stack);
  process.exitCode = 1;
});
