// Screenshots of every page of the storefront and every screen of the back office in both languages, on a phone and on a
// desktop, and a page that shows them next to each other. With --guide the pictures of the back office's guides.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { findChromium } from "./suites/chromium.ts";
import { writeContactSheet } from "./suites/contact-sheet.ts";
import { stopCommandsOnExit, run } from "./suites/run.ts";

const timeoutMs = 60 * 60_000;
const folder = join(import.meta.dirname, "../build/gallery");
const photo = join(import.meta.dirname, "../fixtures/pictures/nhan-bac-solitaire-cz-1.webp");
const film = join(import.meta.dirname, "../build/gallery.mjpeg");
const guideFolder = join(import.meta.dirname, "../docs/pictures");

stopCommandsOnExit();
const names = process.argv.slice(2);
const isGuide = names[0] === "--guide";
const env = { ...process.env, CHROMIUM_PATH: await findChromium() };
const playwright = (project: "gallery" | "guide", args: readonly string[]) =>
  run("playwright", ["test", "--config", "e2e/gallery/playwright.config.ts", "--project", project, ...args], {
    loud: true,
    env,
    timeoutMs,
  });

async function takeGallery(): Promise<boolean> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // the named states, or all: npm run gallery -- checkout "back office"
  const { ok } = await playwright("gallery", names.length > 0 ? ["--grep", names.join("|")] : []);
  const { pictures, index } = await writeContactSheet(folder);
  console.log(`\n${pictures} pictures: ${index}`);
  return ok;
}

async function takeGuide(): Promise<boolean> {
  await mkdir(guideFolder, { recursive: true });
  const { ok } = await playwright("guide", ["--workers", "1"]);
  console.log(`\nThe pictures of the guides: ${guideFolder}`);
  return ok;
}

// the camera of the browser shows a film of one frame
await writeFile(film, await sharp(photo).resize(640, 480).jpeg().toBuffer());
process.exitCode = (await (isGuide ? takeGuide() : takeGallery())) ? 0 : 1;
