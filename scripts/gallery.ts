// A screenshot of every page in both languages, on a phone and on a desktop, and a page that shows them side by side.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findChromium } from "./suites/chromium.ts";
import { writeContactSheet } from "./suites/contact-sheet.ts";
import { stopCommandsOnExit, run } from "./suites/run.ts";

const timeoutMs = 60 * 60_000;
const folder = join(import.meta.dirname, "../build/gallery");

stopCommandsOnExit();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const env = { ...process.env, CHROMIUM_PATH: await findChromium() };
// the named states, or all: npm run gallery -- checkout
const { ok } = await run(
  "playwright",
  ["test", "--config", "e2e/gallery/playwright.config.ts", ...process.argv.slice(2)],
  {
    loud: true,
    env,
    timeoutMs,
  },
);
const { pictures, index } = await writeContactSheet(folder);
console.log(`\n${pictures} pictures: ${index}`);
process.exitCode = ok ? 0 : 1;
