import type { Page } from "@playwright/test";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const banner = (page: Page) => page.getByRole("banner");
const jewelry = ["rings", "necklaces", "earrings", "bracelets"].map((slug) => `/products/category/${slug}`);
const gifts = ["under-25usd", "for-her", "for-him"].map((slug) => `/products/category/gifts-${slug}`);

test("the desktop's menus open for keyboard and pointer, and stay at the header while it is low", {
  tag: "@all",
}, async ({ page }) => {
  await page.goto("/products/category/rings", { waitUntil: "networkidle" });
  const opener = (name: string) => banner(page).getByRole("button", { name: new RegExp(`(Mở|Đóng) danh mục ${name}`) });
  const inPanel = (href: string) => banner(page).locator(`.menu-panel a[href="${href}"]`);
  await opener("Trang sức").press("Enter");
  for (const href of jewelry) await expect(inPanel(href).locator("img")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(inPanel("/products/category")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inPanel("/products/category")).toBeHidden();
  await expect(opener("Trang sức")).toBeFocused();

  const tall = await banner(page).boundingBox();
  await page.mouse.wheel(0, 900);
  await expect(banner(page)).toHaveAttribute("data-condensed", "true");
  await expect.poll(async () => (await banner(page).boundingBox())?.y).toBe(-24); // 24 of its 80 px are above the viewport
  await banner(page).getByRole("link", { name: "Quà tặng" }).hover();
  for (const href of gifts) await expect(inPanel(href).locator("img")).toBeVisible();
  const panel = banner(page).locator(".menu-panel").filter({ visible: true });
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(1440);
  const gap = async () => ((await panel.boundingBox())?.y ?? 0) - ((tall?.height ?? 0) - 24);
  await expect.poll(async () => Math.abs(await gap())).toBeLessThanOrEqual(1);
  await inPanel("/products/category/gifts-for-her").click();
  await expect(page).toHaveURL("/products/category/gifts-for-her");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a phone's menu reaches everything, traps and restores the focus; the announcement is dismissed permanently", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/support", { waitUntil: "networkidle" });
  const line = page.getByRole("complementary", { name: "Thông báo của cửa hàng" });
  await line.getByRole("button").click();
  await expect(line).toBeHidden();
  await page.reload({ waitUntil: "networkidle" });
  await expect(line).toBeHidden();

  const opener = banner(page).getByRole("link", { name: "Mở menu" });
  await opener.press("Enter");
  const menu = dialogOn(page);
  await menu.getByText("Quà tặng", { exact: true }).click();
  const others = ["/products/category", "/gifts", "/collections", "/about-us", "/services", "/support"];
  for (const href of [...jewelry, ...gifts, ...others]) await expect(menu.locator(`a[href="${href}"]`)).toBeVisible();
  for (const name of ["Yêu thích", "English", /USD/]) await expect(menu.getByRole("button", { name })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Đăng nhập" })).toBeVisible();
  await expectAccessible(page);
  const stops = await menu.locator("a:visible, button:visible, summary:visible").count();
  for (let stop = 0; stop <= stops; stop++) {
    await page.keyboard.press("Tab");
    // after the last control the focus is briefly on a guard outside the menu, which moves it to the first control
    await expect(menu.locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test("an image that failed to load is requested once more", { tag: "@all" }, async ({ page, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/);
  // by picture: the second request may be for another width
  const pictureOf = (url: string): string => new URL(".", url).pathname;
  const failed = new Set<string>();
  await page.route(/\/media\/.*\.(avif|webp|jpg)(\?|$)/, (route, request) => {
    if (failed.has(pictureOf(request.url()))) return route.continue();
    failed.add(pictureOf(request.url()));
    return route.abort();
  });
  await page.goto("/products/category/rings");
  const picture = page.getByRole("main").getByRole("article").nth(5).locator("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(failed).toContain(pictureOf(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)));
});

test("a picture that cannot be loaded is replaced by a placeholder with its alternative text", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/Failed to load resource/);
  await page.route(/\.(avif|webp|jpg)(\?|$)/, (route) => route.abort());
  await page.goto("/product-detail/104/nhan-bac-hoa-mai-da-moonstone", { waitUntil: "networkidle" });
  const gallery = page.getByRole("region", { name: "Hình ảnh sản phẩm" });
  await expect(gallery.locator("svg[role=img]").first()).toBeVisible();
  await page.goto("/products/category/rings", { waitUntil: "networkidle" });
  await expect(page.getByRole("main").getByRole("article").first().locator("svg[role=img]")).toBeVisible();
});
