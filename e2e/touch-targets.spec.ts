import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets, smallTargets } from "./kit/touch-targets.ts";
import { screenSizes } from "./ui-states/ui-states.ts";

// those of whole pages: pages.spec.ts
test.describe.configure({ mode: "parallel" });

for (const opener of ["Mở menu", "Mở ô tìm kiếm", /^Mở giỏ hàng/])
  test(`touch targets of the panel of "${opener}" are at least 44 px on a phone`, { tag: "@all" }, async ({ page }) => {
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
  test(`touch targets of ${path} are at least 44 px on a phone`, { tag: "@all" }, async ({ page, shopper }) => {
    await shopper.registerAndLogIn();
    await tick(page, [await new StoreCalls(page).put(101, 10102)]);
    await page.setViewportSize(screenSizes.phone);
    await page.goto(path, { waitUntil: "networkidle" });
    await expectLargeTargets(page, page.locator("body"));
  });

for (const tab of ["Đăng nhập", "Đăng ký"])
  test(`touch targets of the account dialog are at least 44 px on a phone: ${tab}`, { tag: "@all" }, async ({
    page,
  }) => {
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
