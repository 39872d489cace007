import type { Page } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { scrollThrough } from "../kit/layout-shift.ts";

/** A text as part of a file's name. */
export const inName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("đ", "d")
    .replaceAll("Đ", "D")
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "");

/**
 * Off-screen slides are loaded lazily and are not waited for; content above and below the viewport is part of a
 * full-page screenshot.
 */
const imagesLoaded = (page: Page, whole: boolean): Promise<unknown> =>
  page.waitForFunction(
    (everyHeight) => {
      const isSeen = (image: HTMLImageElement): boolean => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        const across = right > 0 && left < innerWidth;
        return image.checkVisibility() && across && (everyHeight || (bottom > 0 && top < innerHeight));
      };
      return [...document.images].every((image) => image.complete || !isSeen(image));
    },
    whole,
    { timeout: 5_000 },
  );

/**
 * Takes a screenshot as JPEG. An overlay is only visible in the viewport; a full page is scrolled through first, to load its lazy images.
 */
export async function takeScreenshot(page: Page, path: string, part: "page" | "screen" | "moment"): Promise<void> {
  if (part === "moment") return void (await page.screenshot({ path, type: "jpeg", quality: 82 }));
  const covered = (await dialogOn(page).filter({ visible: true }).count()) > 0;
  const fullPage = part === "page" && !covered;
  if (fullPage) await scrollThrough(page);
  // an image that does not load in time is missing in the screenshot, as it would be for a visitor
  await imagesLoaded(page, fullPage).catch(() => {});
  await page.screenshot({ path, fullPage, type: "jpeg", quality: 82, animations: "disabled" });
}
