import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The headless shell first: it renders pages with less work. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of the Chromium to test with: CHROMIUM_PATH, the system's, or Playwright's; null if there is none. */
export function installedChromium(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const places = [process.env.CHROMIUM_PATH ?? "", ...inPath, ...applications, chromium.executablePath()];
  return places.find((place) => place !== "" && existsSync(place)) ?? null;
}
