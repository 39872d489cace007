import type { Page } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { expectSteady, scrollThrough, watchLayoutShift } from "./kit/layout-shift.ts";
import { expect, test } from "./kit/test.ts";

const screens = [
  { name: "phone", width: 390, height: 844 },
  { name: "desktop", width: 1440, height: 900 },
];

const publicPages = [
  { path: "/", tag: " @everywhere" },
  { path: "/products/category" },
  { path: "/products/category/rings" },
  { path: "/products/category/necklaces?orderby=price&order=DESC&gemstone=pearl" },
  { path: "/gifts" },
  { path: "/collections" },
  { path: "/product-detail/101/nhan-bac-solitaire-cz" },
  { path: "/cart" },
  { path: "/menu" },
  { path: "/search?keyword=nhan+bac" },
  { path: "/search?keyword=xyzxyz" },
  { path: "/about-us" },
  { path: "/support" },
  { path: "/services" },
  { path: "/404", status: 404 },
];
const privatePages = [{ path: "/profile" }, { path: "/profile?tab=orders" }, { path: "/final-payment" }];

/** Opens a page in both languages and looks at what every page must be: there, steady, within its screen, accessible. */
async function lookAt(page: Page, path: string, expected: number): Promise<void> {
  await watchLayoutShift(page);
  for (const lang of ["vi", "en"]) {
    const address = `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`;
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(expected);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.waitForLoadState("networkidle");
    await scrollThrough(page);
    await page.waitForLoadState("networkidle");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, "pixels that stick out to the right").toBeLessThanOrEqual(0);
    await expectSteady(page);
    await expectAccessible(page);
  }
}

for (const { name, ...viewport } of screens) {
  for (const { path, status = 200, tag = "" } of publicPages)
    test(`${path} on a ${name}, in both languages${tag}`, async ({ page, expectedMessages }) => {
      // the browser itself reports the status of a page that is not found
      if (status !== 200) expectedMessages.push(/Failed to load resource.*404/);
      await page.setViewportSize(viewport);
      await lookAt(page, path, status);
    });

  for (const { path } of privatePages)
    test(`${path} on a ${name}, in both languages, logged in`, async ({ page, shopper }) => {
      await page.setViewportSize(viewport);
      await shopper.logIn(demoAccount);
      await lookAt(page, path, 200);
    });
}
