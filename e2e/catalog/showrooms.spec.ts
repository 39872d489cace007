import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { expect, test } from "../kit/test.ts";

const main = (page: Page) => page.getByRole("main");

test("home: a hero, four category tiles, new pieces and three stories", async ({ page }) => {
  await page.goto("/");
  await expect(main(page).getByRole("img", { name: /bục thạch cao/ })).toBeVisible();
  const tiles = main(page).getByRole("region", { name: "Mua theo danh mục" });
  await expect(tiles.or(main(page).locator("section", { hasText: "Mua theo danh mục" })).getByRole("link")).toHaveCount(
    4,
  );
  await expect(main(page).getByRole("link", { name: "Về Lianne" })).toBeVisible();
  for (const story of ["Bàn thợ và đôi tay", "Hoa mai, hoa sen và vầng trăng", "Quà được gói bằng sự để tâm"])
    await expect(main(page).getByRole("heading", { name: story })).toBeVisible();
});

test("a phone fetches its own hero picture and not the desktop's", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/assets/pictures/")) pictures.push(request.url());
  });
  await page.goto("/");
  const hero = main(page).getByRole("img", { name: /bục thạch cao/ });
  await expect(hero).toBeVisible();
  const shown = await hero.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(shown).toMatch(/\.avif$/);
  const folder = shown.split("/").at(-2);
  const other = await hero.evaluate((image: HTMLImageElement) => image.src.split("/").at(-2));
  expect(folder).not.toBe(other);
  expect(pictures.some((address) => address.includes(`/${other}/`))).toBe(false);
});

test("shop by category shows the four kinds of jewelry and nothing else", async ({ page }) => {
  await page.goto("/products/category");
  const tiles = main(page).getByRole("heading", { level: 2 });
  await expect(tiles).toHaveText(["Nhẫn", "Dây chuyền", "Bông tai", "Lắc tay"]);
  await main(page)
    .getByRole("link", { name: /Bông tai/ })
    .click();
  await expect(page).toHaveURL("/products/category/earrings");
});

test("gifts shows the three gift categories", async ({ page }) => {
  await page.goto("/gifts");
  const tiles = main(page).getByRole("heading", { level: 2 });
  await expect(tiles).toHaveText(["Quà tặng dưới 500K", "Quà tặng cho nàng", "Quà tặng cho chàng"]);
  await expectAccessible(page);
});

const slidesInView = (page: Page, name: string) =>
  page
    .getByRole("region", { name, exact: true })
    .locator("ul")
    .first()
    .evaluate((track) => {
      const box = track.getBoundingClientRect();
      return [...track.children].filter((slide) => slide.getBoundingClientRect().right <= box.right + 1).length;
    });

for (const [width, slides] of [
  [320, 2],
  [768, 3],
  [992, 4],
  [2000, 8],
] as const)
  test(`collections: ${slides} pieces side by side at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/collections");
    for (const name of ["Nhẫn", "Dây chuyền", "Bông tai", "Lắc tay"])
      await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
    expect(await slidesInView(page, "Nhẫn")).toBe(slides);
  });

test.describe("where motion is welcome", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a slideshow moves on every 3 s until it is paused", async ({ page }) => {
    await page.clock.install();
    await page.goto("/collections");
    const show = page.getByRole("region", { name: "Nhẫn", exact: true });
    const track = show.locator("ul").first();
    const pause = show.getByRole("button", { name: "Tạm dừng trình chiếu" });
    await expect(pause).toBeVisible();
    await track.scrollIntoViewIfNeeded();
    await page.mouse.move(0, 0);
    await expect(async () => {
      await page.clock.runFor(3000);
      expect(await track.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    }).toPass();
    await pause.click();
    await expect(show.getByRole("button", { name: "Chạy trình chiếu" })).toBeVisible();
  });
});
