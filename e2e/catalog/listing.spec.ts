import type { Page } from "@playwright/test";
import { expect, test } from "../kit/test.ts";

const rings = "/products/category/rings";
/** 42 products: four pages */
const forHer = "/products/category/gifts-for-her";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const sortBar = (page: Page) => page.getByRole("region", { name: "Sắp xếp và lọc" });
const sort = (page: Page, name: "Giá" | "Phổ biến") =>
  sortBar(page).getByRole("button", { name: new RegExp(`^${name}:`) });
const idsOf = (page: Page) =>
  cards(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => Number(link.getAttribute("href")?.split("/")[2])));
const pricesOf = (page: Page) =>
  cards(page)
    .locator("p")
    .evaluateAll((lines) =>
      lines.map((line) => {
        const price = line.querySelector(".text-champagne")?.lastChild?.textContent ?? line.textContent ?? "";
        return Number(price.replace(/\D/g, ""));
      }),
    );
/** Waits until the cards are in this order by price; the URL may change earlier. */
const expectOrder = (page: Page, order: (a: number, b: number) => number) =>
  expect(async () => {
    const prices = await pricesOf(page);
    expect(prices).not.toEqual([]);
    expect(prices).toEqual(prices.toSorted(order));
  }).toPass();
/** The scroll position, after the wheel's smooth scrolling has ended. */
const scrollPosition = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let place = Number.NaN;
    for (let frames = 0; frames < 10; frames++) {
      await new Promise(requestAnimationFrame);
      if (window.scrollY !== place) frames = 0;
      place = window.scrollY;
    }
    return place;
  });
/** what a screen reader announces after a sort or a filter */
const announcement = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Đã cập nhật/ });
const hydrated = (page: Page) =>
  expect(page.getByRole("link", { name: "Mở giỏ hàng, 0 sản phẩm" }).first()).toBeVisible();

test("sorting cycles through none, ascending and descending, and excludes the other sort", {
  tag: "@both-engines",
}, async ({ page }) => {
  await page.goto(rings);
  await expect(sort(page, "Giá")).toHaveAccessibleName("Giá: Không sắp xếp");
  await sort(page, "Giá").click();
  await expect(page).toHaveURL(`${rings}?orderby=price&order=ASC`);
  await expect(sort(page, "Giá")).toHaveAccessibleName("Giá: Tăng dần");
  await expect(cards(page)).toHaveCount(12);
  await expectOrder(page, (a, b) => a - b);

  await sort(page, "Giá").click();
  await expect(page).toHaveURL(`${rings}?orderby=price&order=DESC`);
  await expect(sort(page, "Giá")).toHaveAccessibleName("Giá: Giảm dần");
  await expect(sort(page, "Giá")).toBeFocused();
  await expect(announcement(page)).toHaveText("Đã cập nhật danh sách, 19 sản phẩm. Sắp xếp theo giá, giảm dần");
  await expectOrder(page, (a, b) => b - a);
  const soldOut = cards(page).filter({ hasText: "Nhẫn ba đá emerald mạ vàng" });
  await expect(soldOut).toContainText("-16%");
  await expect(soldOut).toContainText("Hết hàng");

  await sort(page, "Phổ biến").click();
  await expect(page).toHaveURL(`${rings}?orderby=popularity&order=ASC`);
  await expect(sort(page, "Giá")).toHaveAccessibleName("Giá: Không sắp xếp");

  await sort(page, "Phổ biến").click();
  await sort(page, "Phổ biến").click();
  await expect(page).toHaveURL(rings);
});

test("one type and one gemstone narrow the list, as chips, until Clear Filters", async ({ page }) => {
  await page.goto(rings);
  await sortBar(page).locator("summary", { hasText: "Đá quý" }).click();
  await sortBar(page).getByRole("button", { name: "Ngọc trai", exact: true }).click();
  await expect(page).toHaveURL(`${rings}?gemstone=pearl`);
  await expect(sortBar(page).locator("summary", { hasText: "Đá quý" })).toBeFocused();
  await expect(announcement(page)).toHaveText("Đã cập nhật danh sách, 2 sản phẩm");
  await expect(cards(page)).toHaveCount(2);

  await sortBar(page).locator("summary", { hasText: "Đá quý" }).click();
  await sortBar(page).getByRole("button", { name: "Đá mặt trăng", exact: true }).click();
  await expect(page).toHaveURL(`${rings}?gemstone=moonstone`);

  await sortBar(page).locator("summary", { hasText: "Kiểu dáng" }).click();
  await sortBar(page).getByRole("button", { name: "Hoa mai", exact: true }).click();
  await expect(page).toHaveURL(/types=mai-blossom/);
  await expect(page).toHaveURL(/gemstone=moonstone/);
  await expect(cards(page)).toHaveCount(1);
  const chips = page.getByRole("list", { name: "Đang lọc" });
  await expect(chips.getByRole("button", { name: "Bỏ lọc Hoa mai" })).toBeVisible();
  await chips.getByRole("button", { name: "Bỏ lọc Hoa mai" }).press("Enter");
  await expect(page).toHaveURL(`${rings}?gemstone=moonstone`);
  await expect(sortBar(page)).toBeFocused();

  await chips.getByRole("button", { name: "Xóa bộ lọc" }).click();
  await expect(page).toHaveURL(rings);
  await expect(cards(page)).toHaveCount(12);
});

test("further pages load while scrolling, each product once, and Back restores them and the scroll position", async ({
  page,
}) => {
  await page.goto(forHer);
  await hydrated(page);
  await expect(async () => {
    await page.mouse.wheel(0, 2500);
    await expect(cards(page)).toHaveCount(42, { timeout: 300 });
  }).toPass();
  await expect(page).toHaveURL(`${forHer}?page=4`);
  const ids = await idsOf(page);
  expect(new Set(ids).size).toBe(42);

  const item = cards(page).nth(25).getByRole("link");
  await item.scrollIntoViewIfNeeded();
  const place = await scrollPosition(page);
  await item.click();
  await expect(page).toHaveURL(/product-detail/);
  await page.goBack();
  await expect(cards(page)).toHaveCount(42);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
});

test("after three automatic pages the next one requires a click", { tag: "@all" }, async ({ page }) => {
  // responses as a longer category would have them: pages of six
  await page.route("**/wp-json/product-category/v1/list/**", async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set("per_page", "6");
    await route.continue({ url: address.href });
  });
  const requestedPages: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("product-category"))
      requestedPages.push(new URL(request.url()).searchParams.get("page") ?? "");
  });
  await page.goto(forHer);
  await hydrated(page);
  await expect(async () => {
    await page.mouse.wheel(0, 2500);
    await expect(cards(page)).toHaveCount(24, { timeout: 300 });
  }).toPass();
  await expect(page).toHaveURL(`${forHer}?page=4`);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Xem thêm" }).click();
  await expect(cards(page)).toHaveCount(30);
  expect(new Set(await idsOf(page)).size).toBe(30);
  expect(requestedPages.length).toBe(new Set(requestedPages).size);
});

test("a shared link shows its sort, filter and pages at once", { tag: "@all" }, async ({ page }) => {
  await page.goto(`${forHer}?orderby=price&order=DESC&page=3`);
  await expect(cards(page)).toHaveCount(36);
  await expectOrder(page, (a, b) => b - a);
});

test("a listing without products shows a message", async ({ page }) => {
  await page.goto(`${rings}?types=lotus&gemstone=opal`);
  await expect(page.getByText("Không có sản phẩm nào trong danh mục này.")).toBeVisible();
});

for (const address of ["/products/category/chua-phan-loai", "/products/category/khong-co"])
  test(`${address} is not found`, { tag: "@all" }, async ({ page, expectedMessages }) => {
    expectedMessages.push(/404/);
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Không tìm thấy trang");
  });

test("a list that cannot be loaded shows an error and can be retried", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/Failed to load resource/);
  await page.goto(rings);
  await hydrated(page);
  await page.route("**/wp-json/custom/v1/products/**", (route) => route.abort());
  await sort(page, "Giá").click();
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Không thể tải sản phẩm", { timeout: 20_000 });
  await page.unrouteAll();
  await failed.getByRole("button", { name: "Thử lại" }).click();
  await expect(cards(page)).toHaveCount(12);
});

test.describe("before hydration", () => {
  test.use({ javaScriptEnabled: false });

  test("filters, sorts and the next page work @all", async ({ page }) => {
    await page.goto(rings);
    await sort(page, "Giá").click();
    await expect(page).toHaveURL(`${rings}?orderby=price&order=ASC`);
    await page.getByRole("link", { name: "Xem thêm" }).click();
    await expect(page).toHaveURL(`${rings}?orderby=price&order=ASC&page=2`);
    await expect(cards(page)).toHaveCount(19);
    await sortBar(page).locator("summary", { hasText: "Đá quý" }).click();
    await sortBar(page).getByRole("button", { name: "Ngọc trai", exact: true }).click();
    await expect(page).toHaveURL(`${rings}?orderby=price&order=ASC&gemstone=pearl`);
  });
});
