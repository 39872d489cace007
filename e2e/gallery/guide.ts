import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, phone } from "../backoffice/kit.ts";
import { screenSizes } from "../ui-states/ui-states.ts";
import { openShopOfDay as test } from "./shop-of-day.ts";

const folder = join(import.meta.dirname, "../../docs/pictures");

test.use({ ...phone, viewport: screenSizes.phone });

/** Stores what the screen of the phone shows as WebP. */
async function takePicture(page: Page, name: string): Promise<void> {
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  const png = await page.screenshot({ animations: "disabled" });
  await writeFile(join(folder, `${name}.webp`), await sharp(png).webp({ quality: 72 }).toBuffer());
}

for (const lang of ["vi", "en"] as const)
  test(`pictures of the guide, ${lang}`, async ({ page, staff }) => {
    await staff.signIn("owner", lang);
    await staff.open("/");
    await takePicture(page, `today.${lang}`);
  });
