import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { expect, test } from "../kit/test.ts";

const jewelry = ["rings", "necklaces", "earrings", "bracelets"];
const gifts = ["gifts-under-25usd", "gifts-for-her", "gifts-for-him"];
const categoryPath = (slug: string) => `/products/category/${slug}`;
const linksOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
const main = (page: Page) => page.getByRole("main");

test("home: a hero, four category tiles, new products and three stories", async ({ page }) => {
  await page.goto("/");
  await expect(main(page).getByRole("img", { name: /bục thạch cao/ })).toBeVisible();
  const tiles = main(page).locator("section", { hasText: "Mua theo danh mục" }).getByRole("link");
  expect(await linksOf(tiles)).toEqual(jewelry.map(categoryPath));
  const stories = main(page)
    .locator("article")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(stories).toHaveCount(3);
  for (const [story, to] of [
    ["Bàn chế tác và đôi tay", "/about-us"],
    ["Hoa mai, hoa sen và vầng trăng", "/collections"],
    ["Quà được gói bằng sự để tâm", "/gifts"],
  ] as const)
    expect(await linksOf(stories.filter({ hasText: story }).getByRole("link"))).toEqual([to]);
});

test("a phone fetches its own hero picture and not the desktop's", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/assets/pictures/")) pictures.push(request.url());
  });
  await page.goto("/");
  const hero = main(page).getByRole("img", { name: /bục thạch cao/ });
  await expect(hero).toBeVisible();
  const source = () => hero.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(source).toMatch(/\.avif$/);
  const shown = await source();
  const folder = shown.split("/").at(-2);
  const other = await hero.evaluate((image: HTMLImageElement) => image.src.split("/").at(-2));
  expect(folder).not.toBe(other);
  expect(pictures.some((address) => address.includes(`/${other}/`))).toBe(false);
});

test("shop by category shows the four kinds of jewelry and nothing else", { tag: "@all" }, async ({ page }) => {
  await page.goto("/products/category");
  const tiles = main(page).getByRole("heading", { level: 2 });
  await expect(tiles).toHaveText(["Nhẫn", "Dây chuyền", "Bông tai", "Lắc tay"]);
  await expect(main(page).locator('a[href^="/products/category/"] img')).toHaveCount(4);
  await main(page)
    .getByRole("link", { name: /Bông tai/ })
    .click();
  await expect(page).toHaveURL("/products/category/earrings");
});

test("gifts shows the three gift categories", { tag: "@all" }, async ({ page }) => {
  await page.goto("/gifts");
  const tiles = main(page).getByRole("heading", { level: 2 });
  await expect(tiles).toHaveText(["Quà tặng dưới 500K", "Quà tặng cho nàng", "Quà tặng cho chàng"]);
  expect(await linksOf(main(page).locator("li").getByRole("link"))).toEqual(gifts.map(categoryPath));
  await expectAccessible(page);
});

test("gifts for her under 500K are one click away; in dollars the limit is shown in dollars; without any gift there is a message", {
  tag: "@all",
}, async ({ page, shop }) => {
  await page.context().addCookies([{ name: "preferred-currency", value: "USD", url: shop.url }]);
  await page.goto("/products/category/gifts-under-25usd");
  await expect(main(page).getByText("Tính theo USD: tối đa $19.23.")).toBeVisible();
  await main(page).getByRole("link", { name: "Quà tặng dưới 500K: cho nàng" }).click();
  await expect(page).toHaveURL(/\/search\?/);
  await expect(main(page).getByRole("article").first()).toBeVisible();
  // the page's own data, with no product in any category
  await page.route("**/gifts.data*", async (route) => {
    const response = await route.fetch();
    const values = JSON.parse(await response.text()) as unknown[];
    const count = `_${values.indexOf("count")}`;
    const zero = values.push(0) - 1;
    const without = values.map((value) =>
      typeof value === "object" && value !== null && count in value ? { ...value, [count]: zero } : value,
    );
    await route.fulfill({ response, body: JSON.stringify(without) });
  });
  await page.goto("/search?keyword=zzzzqq", { waitUntil: "networkidle" });
  await main(page).getByRole("link", { name: "Quà tặng" }).click();
  await expect(main(page).getByText("Hiện chưa có sản phẩm nào.")).toBeVisible();
});

test("nothing under 500K costs more, with any option", async ({ page }) => {
  await page.goto("/gifts?lang=en");
  await expect(main(page).getByRole("heading", { name: "Gifts under 500K" })).toBeVisible();
  const key = await page.locator("meta[name=storefront-key]").getAttribute("content");
  const headers = { authorization: `Basic ${Buffer.from(key ?? "").toString("base64")}` };
  const seeMore = async (path: string) => (await page.request.get(`/wp-json/${path}`, { headers })).json();
  const { products, pagination } = await seeMore("product-category/v1/list/?slug=gifts-under-25usd&per_page=100");
  expect(pagination.total).toBe(products.length);
  expect(products.length).toBeGreaterThan(0);
  for (const { id, price } of products) {
    const options = await seeMore(`wc/v3/products/${id}/variations?per_page=100`);
    const prices = [price, ...options.map((option: { price: string }) => option.price)].map(Number);
    expect(Math.max(...prices), `product ${id}`).toBeLessThanOrEqual(500_000);
  }
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
  test(`collections: ${slides} products side by side at ${width} px`, {
    tag: "@all",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/collections");
    await expect(main(page).getByRole("img", { name: /chuỗi hạt hồng/ })).toBeVisible();
    const shows = main(page).getByRole("region");
    await expect(shows).toHaveCount(jewelry.length + gifts.length);
    for (const [index, slug] of [...jewelry, ...gifts].entries())
      await expect(shows.nth(index).locator(`a[href="${categoryPath(slug)}"]`)).toBeVisible();
    await expect.poll(() => slidesInView(page, "Nhẫn")).toBe(slides);
  });

test.describe("without reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("a slideshow advances every 3 s until it is paused", { tag: "@all" }, async ({ page }) => {
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
