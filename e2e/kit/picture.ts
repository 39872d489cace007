import type { Page } from "@playwright/test";
import { test } from "./test.ts";

const isWanted = process.env.PICTURES === "1";

/**
 * Takes a picture of a state that an engineer wants to look at, with PICTURES=1: `build/tests/pictures/{file}/{name}.png`. Without it
 * nothing happens: a picture checks nothing, and takes half a second.
 */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!isWanted) return;
  const [file = ""] = test.info().titlePath;
  await page.screenshot({ path: `build/tests/pictures/${file}/${name}.png`, fullPage });
}

/** Takes pictures on the present screen and on a wide one, around the focused element. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!isWanted) return;
  const size = page.viewportSize();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.scrollIntoView({ block: "center" }));
  await takePicture(page, name);
  await page.setViewportSize({ width: 1440, height: 900 });
  await takePicture(page, `${name}-wide`);
  if (size) await page.setViewportSize(size);
}
