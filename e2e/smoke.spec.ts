import { expectAccessible } from "./kit/accessibility.ts";
import { expect, test } from "./kit/test.ts";

const screens = [
  { name: "a phone", width: 390, height: 844 },
  { name: "a desktop", width: 1440, height: 900 },
];

for (const lang of ["vi", "en"])
  for (const { name, ...viewport } of screens)
    test(`the home page opens in ${lang} on ${name} @everywhere`, async ({ page }) => {
      await page.setViewportSize(viewport);
      const answer = await page.goto(`/?lang=${lang}`);
      expect(answer?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("main")).toBeVisible();
      await page.waitForLoadState("networkidle");
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, "pixels that stick out to the right").toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
