import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "../backoffice/kit.ts";
import { addressOf, privateScreens } from "../backoffice/screen-addresses.ts";
import { type Screen, screenSizes } from "../ui-states/ui-states.ts";
import { openShopOfDay as test } from "./shop-of-day.ts";
import { inName, takeScreenshot } from "./take-screenshot.ts";

const folder = join(import.meta.dirname, "../../build/gallery/back-office");

/** Makes the viewport as high as the content, since a bar at its bottom would cover the middle of a full-page screenshot. */
async function fitViewport(page: Page, screen: Screen): Promise<void> {
  const { width, height } = screenSizes[screen];
  await page.setViewportSize({ width, height });
  const contentHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, contentHeight) });
}

for (const lang of ["vi", "en"] as const)
  for (const screen of ["phone", "desktop"] as const satisfies readonly Screen[])
    test(`back office, ${lang}, ${screen}`, async ({ page, staff }) => {
      test.setTimeout(privateScreens.length * 30_000);
      await staff.signIn("owner", lang);
      for (const [index, path] of privateScreens.entries()) {
        await staff.open(await addressOf(staff, path));
        await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
        await fitViewport(page, screen);
        const name = `${String(index + 1).padStart(2, "0")}-${inName(path) || "today"}`;
        await takeScreenshot(page, join(folder, `${name}.${lang}.${screen}.jpg`), "page");
      }
    });
