import type { Locator, Page } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";
import { plainPages } from "./ui-states/pages.ts";
import { screenSizes } from "./ui-states/ui-states.ts";

test.describe.configure({ mode: "parallel" });

/**
 * Controls whose touch area is less than 44 px high or wide, by hit testing around their centre: an area may extend past
 * the visible control. Links within running text are exempt.
 */
const smallTargets = (within: Locator): Promise<string[]> =>
  within.evaluate((root) => {
    const reach = 21; // a pixel less on each side, because sizes are fractional
    const isInText = (link: Element): boolean =>
      link.matches("a") &&
      getComputedStyle(link).display === "inline" &&
      [...(link.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const clickable = "a, button, label, summary, input, select, textarea";
    const hits = (control: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y)?.closest(clickable);
      return hit === control || (hit instanceof HTMLLabelElement && hit.control === control);
    };
    const found: string[] = [];
    for (const control of root.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    )) {
      const style = getComputedStyle(control);
      if (!control.checkVisibility({ visibilityProperty: true }) || style.pointerEvents === "none") continue;
      if (control.closest("[inert], [aria-hidden=true], :disabled") || isInText(control)) continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      // a label belongs to the area of its box or dot
      const box = (control.closest("label") ?? control).getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (x < 0 || x > innerWidth || y < 0) continue; // the skip link, until it has the focus
      const tall = hits(control, x, y - reach) && hits(control, x, y + reach);
      const wide = hits(control, Math.max(0, x - reach), y) && hits(control, Math.min(innerWidth - 1, x + reach), y);
      if (tall && wide) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40) ?? "";
      found.push(`${control.tagName.toLowerCase()} "${name}" ${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
    return [...new Set(found)];
  });

async function expectLargeTargets(page: Page, within: Locator): Promise<void> {
  expect(await smallTargets(within), new URL(page.url()).pathname).toEqual([]);
}

for (const { path, status = 200, loggedIn = false } of plainPages)
  test(`touch targets of ${path}${loggedIn ? ", logged in," : ""} are at least 44 px on a phone`, async ({
    page,
    shopper,
    expectedMessages,
  }) => {
    if (status !== 200) expectedMessages.push(/Failed to load resource.*404/);
    if (loggedIn) await shopper.logIn(demoAccount);
    await page.setViewportSize(screenSizes.phone);
    await page.goto(path, { waitUntil: "networkidle" });
    await expectLargeTargets(page, page.locator("body"));
  });

for (const opener of ["Mở menu", "Mở ô tìm kiếm", /^Mở giỏ hàng/])
  test(`touch targets of the panel of "${opener}" are at least 44 px on a phone`, async ({ page }) => {
    await page.setViewportSize(screenSizes.phone);
    await page.request.post("/wp-json/custom-cart/v1/add", {
      data: { product_id: 101, variation_id: 10102, quantity: 1 },
    });
    await page.goto("/support");
    await page.getByRole("link", { name: opener }).filter({ visible: true }).click();
    await expect(dialogOn(page)).toBeVisible();
    await expectLargeTargets(page, dialogOn(page));
  });

for (const path of ["/checkout", "/checkout/order-info"])
  test(`touch targets of ${path} are at least 44 px on a phone`, async ({ page, shopper }) => {
    await shopper.registerAndLogIn();
    await tick(page, [await new StoreCalls(page).put(101, 10102)]);
    await page.setViewportSize(screenSizes.phone);
    await page.goto(path, { waitUntil: "networkidle" });
    await expectLargeTargets(page, page.locator("body"));
  });

for (const tab of ["Đăng nhập", "Đăng ký"])
  test(`touch targets of the account dialog are at least 44 px on a phone: ${tab}`, async ({ page }) => {
    await page.setViewportSize(screenSizes.phone);
    await page.goto("/support?auth=login");
    await dialogOn(page).getByRole("tab", { name: tab }).click();
    await expectLargeTargets(page, dialogOn(page));
  });

test("touch targets of an open filter menu are at least 44 px on a phone", async ({ page }) => {
  await page.setViewportSize(screenSizes.phone);
  await page.goto("/products/category/rings");
  const bar = page.getByRole("region", { name: "Sắp xếp và lọc" });
  await bar.locator("summary").filter({ hasText: "Đá quý" }).click();
  await expect(bar.getByRole("button", { name: "Ngọc trai" })).toBeVisible();
  await expectLargeTargets(page, bar);
});

test("a target that is too small is found", async ({ page }) => {
  await page.setViewportSize(screenSizes.phone);
  await page.goto("/support");
  await page.evaluate(() => {
    const small = document.createElement("button");
    small.textContent = "small";
    small.style.cssText = "display:block;width:100px;height:30px";
    document.querySelector("main")?.prepend(small);
  });
  expect(await smallTargets(page.getByRole("main"))).toEqual(['button "small" 100 x 30']);
});
