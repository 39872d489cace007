import { join } from "node:path";
import { StoreCalls } from "../checkout/store-calls.ts";
import { type Lang, translatorFor } from "../checkout/translate.ts";
import { test } from "../kit/test.ts";
import { allStates } from "../ui-states/index.ts";
import { pageStates } from "../ui-states/pages.ts";
import { type UiStates, type Screen, screenSizes } from "../ui-states/ui-states.ts";
import { inName, takeScreenshot } from "./take-screenshot.ts";

const folder = join(import.meta.dirname, "../../build/gallery");
const langs: readonly Lang[] = ["vi", "en"];
const screens: readonly Screen[] = ["phone", "desktop"];

const twoDigits = (number: number): string => `${number}`.padStart(2, "0");

function testStates(group: UiStates, number: number, lang: Lang, screen: Screen): void {
  test(`${group.name}, ${lang}, ${screen}`, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(...(group.expected ?? []));
    await page.setViewportSize(screenSizes[screen]);
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    let shot = 0;
    await group.visit({
      ...{ page, lang, screen, shop, shopper, t: translatorFor(lang), store: new StoreCalls(page) },
      show: (name, part = "page") => {
        const file = `${twoDigits(++shot)}-${inName(name)}.${lang}.${screen}.jpg`;
        return takeScreenshot(page, join(folder, `${twoDigits(number)}-${inName(group.name)}`, file), part);
      },
    });
  });
}

for (const [index, group] of [...pageStates, ...allStates].entries())
  for (const lang of langs) for (const screen of group.screens ?? screens) testStates(group, index + 1, lang, screen);
