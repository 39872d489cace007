import { join } from "node:path";
import type { Page } from "@playwright/test";
import { StoreCalls } from "../checkout/store-calls.ts";
import { type Lang, wordsIn } from "../checkout/words.ts";
import { dialogOn } from "../kit/dialog.ts";
import { scrollThrough } from "../kit/layout-shift.ts";
import { test } from "../kit/test.ts";
import { allStates } from "../ui-states/index.ts";
import { pageStates } from "../ui-states/pages.ts";
import { type UiStates, type Screen, screenSizes } from "../ui-states/ui-states.ts";

const folder = join(import.meta.dirname, "../../build/gallery");
const langs: readonly Lang[] = ["vi", "en"];
const screens: readonly Screen[] = ["phone", "desktop"];

const inName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("đ", "d")
    .replaceAll("Đ", "D")
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "");
const twoDigits = (number: number): string => `${number}`.padStart(2, "0");

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

/** An overlay is only visible in the viewport; a full page is scrolled through first, to load its lazy images. */
async function screenshot(page: Page, path: string, part: "page" | "screen" | "moment"): Promise<void> {
  if (part === "moment") return void (await page.screenshot({ path, type: "jpeg", quality: 82 }));
  const covered = (await dialogOn(page).filter({ visible: true }).count()) > 0;
  const fullPage = part === "page" && !covered;
  if (fullPage) await scrollThrough(page);
  // an image that does not load in time is missing in the screenshot, as it would be for a visitor
  await imagesLoaded(page, fullPage).catch(() => {});
  await page.screenshot({ path, fullPage, type: "jpeg", quality: 82, animations: "disabled" });
}

function testStates(group: UiStates, number: number, lang: Lang, screen: Screen): void {
  test(`${group.name}, ${lang}, ${screen}`, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(...(group.expected ?? []));
    await page.setViewportSize(screenSizes[screen]);
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    let shot = 0;
    await group.visit({
      ...{ page, lang, screen, shop, shopper, t: wordsIn(lang), store: new StoreCalls(page) },
      show: (name, part = "page") => {
        const file = `${twoDigits(++shot)}-${inName(name)}.${lang}.${screen}.jpg`;
        return screenshot(page, join(folder, `${twoDigits(number)}-${inName(group.name)}`, file), part);
      },
    });
  });
}

for (const [index, group] of [...pageStates, ...allStates].entries())
  for (const lang of langs) for (const screen of group.screens ?? screens) testStates(group, index + 1, lang, screen);
