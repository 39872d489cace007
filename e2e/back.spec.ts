import type { Page } from "@playwright/test";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const mai = "/product-detail/104/nhan-bac-hoa-mai-da-moonstone";
const phone = { width: 390, height: 844 };

const openers: [what: string, open: (page: Page) => Promise<void>][] = [
  ["the menu", (page) => page.getByRole("link", { name: "Mở menu" }).click()],
  ["the search panel", (page) => page.getByRole("link", { name: "Mở ô tìm kiếm" }).click()],
  [
    "the cart",
    (page) =>
      page
        .getByRole("link", { name: /^Mở giỏ hàng/ })
        .filter({ visible: true })
        .click(),
  ],
  ["full screen", (page) => page.getByRole("button", { name: "Xem toàn màn hình" }).click()],
];

/** All open in the same way: by default one of them is tested. */
const tagOf = (nth: number) => ({ tag: nth > 0 ? "@all" : [] });

for (const [nth, [what, open]] of openers.entries())
  test(
    `Back closes ${what} and stays on the first page; closing it leaves no history entry`,
    tagOf(nth),
    async ({ page }) => {
      await page.setViewportSize(phone);
      await page.goto("/support");
      await page.goto(mai);
      const dialog = dialogOn(page);
      await open(page);
      await expect(dialog).toBeVisible();
      const reloads: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes(".data")) reloads.push(request.url());
      });
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(mai);
      await open(page);
      await leaveByEscape(dialog);
      await expect.poll(() => page.evaluate(() => "overlay" in history.state)).toBe(false);
      expect(reloads, "the page is not loaded again").toEqual([]);
      await page.goBack();
      await expect(page).toHaveURL("/support");
      await expect(dialog).toBeHidden();
    },
  );

test("Back from a page that the menu led to shows the page before, with the menu closed", { tag: "@all" }, async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto("/support");
  await page.getByRole("link", { name: "Mở menu" }).click();
  const dialog = dialogOn(page);
  await dialog.getByRole("link", { name: "Dịch vụ" }).click();
  await expect(page).toHaveURL("/services");
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/support");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chính sách và hỗ trợ");
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL("/services");
});

test("one panel replaces another in the same step; Forward does not open it again", { tag: "@all" }, async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto("/support");
  await page.getByRole("link", { name: "Mở menu" }).click();
  await dialogOn(page, "Điều hướng chính").getByRole("button", { name: "Yêu thích" }).click();
  const wishlist = dialogOn(page, "Danh sách yêu thích");
  await wishlist.getByRole("button", { name: "Đăng nhập" }).click();
  const login = dialogOn(page).filter({ has: page.getByRole("tab") });
  await expect(login).toBeVisible();
  await page.goBack();
  await expect(dialogOn(page)).toHaveCount(0);
  await expect(page).toHaveURL("/support");
  await page.goForward();
  await expect.poll(() => page.evaluate(() => "overlay" in history.state)).toBe(false);
  await expect(dialogOn(page)).toHaveCount(0);
});

test("after a reload with an open menu, one Back leads to the page before", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/support");
  await page.goto(mai);
  await page.getByRole("link", { name: "Mở menu" }).click();
  await expect(dialogOn(page)).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate(() => "overlay" in history.state)).toBe(false);
  await expect(page).toHaveURL(mai);
  await expect(dialogOn(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/support");
});

test("a page that is reloaded with an open menu is hydrated only after it has left the menu's entry", {
  tag: "@all",
}, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/support");
  await page.goto(mai);
  await page.getByRole("link", { name: "Mở menu" }).click();
  await expect(dialogOn(page)).toBeVisible();
  await page.addInitScript(() => {
    const entries: boolean[] = [];
    addEventListener("hydrated", () => {
      entries.push("overlay" in history.state);
      document.documentElement.dataset.hydratedAt = entries.join();
    });
    // a slow browser: the page has time to be hydrated before Back takes effect
    const back = history.back.bind(history);
    history.back = () => void setTimeout(back, 2_000);
  });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated-at", "false");
});

for (const [what, open] of openers.slice(0, 3))
  test(`with reduced motion ${what} does not move`, { tag: "@all" }, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(mai);
    await open(page);
    await expect(dialogOn(page)).toHaveCSS("transition-duration", /^0s(, 0s)*$/);
  });

test.describe("where motion is welcome", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  for (const [what, open] of openers.slice(0, 3))
    test(`the first opening of ${what} moves`, { tag: "@all" }, async ({ page }) => {
      await page.setViewportSize(phone);
      await page.goto(mai);
      await page.evaluate(() => {
        addEventListener("transitionrun", ({ target, propertyName }) => {
          if (target instanceof Element && target.role === "dialog") document.body.dataset.moved = propertyName;
        });
      });
      await open(page);
      await expect(dialogOn(page)).toBeVisible();
      await expect(page.locator("body")).toHaveAttribute("data-moved", "transform");
    });
});
