import type { Page } from "@playwright/test";
import { test } from "./test.ts";

const isWanted = process.env.PICTURES === "1";

interface PictureOptions {
  /** all of the page, not only what the screen shows */
  fullPage?: boolean;
}

/**
 * Takes a picture of a state that an engineer wants to look at, with PICTURES=1: `build/tests/pictures/{file}/{name}.png`. Without it
 * nothing happens: a picture checks nothing, and takes half a second.
 */
export async function takePicture(page: Page, name: string, { fullPage = false }: PictureOptions = {}): Promise<void> {
  if (!isWanted) return;
  const [file = ""] = test.info().titlePath;
  await page.screenshot({ path: `build/tests/pictures/${file}/${name}.png`, fullPage });
}

const widths = [360, 390, 1280, 1440];

/** Takes a picture on each width of a screen, around the focused element: `{name}-{width}.png`. */
export async function takePictures(page: Page, name: string, options: PictureOptions = {}): Promise<void> {
  if (!isWanted) return;
  const info = test.info();
  info.setTimeout(info.timeout + 60_000);
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 1000 ? 780 : 900 });
    // after the layout of that width
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.scrollIntoView({ block: "nearest" }));
    await takePicture(page, `${name}-${width}`, options);
  }
  if (size) await page.setViewportSize(size);
}

/** Switches the texts of an open screen of the back office, as its profile does, with what is open and typed in it. */
const showLanguage = (page: Page, language: "vi" | "en"): Promise<void> =>
  page.evaluate(async (wanted) => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    for (const { name } of scripts) {
      const parts = Object.values((await import(name)) as object);
      const show = parts.find((part) => typeof part === "function" && String(part).includes("documentElement.lang="));
      if (show) return show(wanted);
    }
    throw new Error("no script of this page switches its language");
  }, language);

/** As {@link takePictures}, of an open screen of the back office in both languages, its own last: `{name}-{language}-{width}.png`. */
export async function takeBackOfficePictures(page: Page, name: string, options: PictureOptions = {}): Promise<void> {
  if (!isWanted) return;
  const own = await page.evaluate(() => document.documentElement.lang);
  for (const language of own === "en" ? (["vi", "en"] as const) : (["en", "vi"] as const)) {
    await showLanguage(page, language);
    await takePictures(page, `${name}-${language}`, options);
  }
}
