import { expectAccessible } from "../kit/accessibility.ts";
import { takePicture } from "../kit/picture.ts";
import { expect, test } from "../kit/test.ts";

test("the results are in the page's HTML, regardless of diacritics and case", { tag: "@both-engines" }, async ({
  page,
}) => {
  const html = await (await page.request.get("/search?keyword=NGOC%20TRAI")).text();
  expect(html).toContain("Nhẫn bạc hở đính ngọc trai");
  await page.goto("/search?keyword=NGOC%20TRAI");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kết quả cho “NGOC TRAI”");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

test("more results load by a button, and the URL has the number of pages", async ({ page }) => {
  await page.goto("/search?keyword=bạc");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(24);
  await page.getByRole("main").getByRole("button", { name: "Xem thêm" }).click();
  await expect(cards.nth(24)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  const count = await cards.count();
  await page.reload();
  await expect(cards).toHaveCount(count);
});

test("results are sorted by price with a click; Back undoes it, and a shared link preserves it", {
  tag: "@all",
}, async ({ page }) => {
  await page.goto("/search?keyword=quà sinh nhật");
  const cards = page.getByRole("main").getByRole("article");
  const price = page.getByRole("main").getByRole("button", { name: /^Giá/ });
  const best = await cards.first().textContent();
  await price.click();
  await expect(page).toHaveURL(/[?&]orderby=price&order=ASC$/);
  await expect(price).toHaveAttribute("aria-pressed", "true");
  await expect(cards.first()).toContainText("290.000");
  await price.click();
  await expect(page).toHaveURL(/order=DESC$/);
  await expect(cards.first()).toContainText("3.290.000");
  const dearest = await cards.first().textContent();
  await page.reload();
  await expect(cards.first()).toHaveText(dearest ?? "");
  await page.goBack();
  await page.goBack();
  await expect(price).toHaveAttribute("aria-pressed", "false");
  await expect(cards.first()).toHaveText(best ?? "");
});

test("another keyword is searched for from the page", { tag: "@all" }, async ({ page }) => {
  await page.goto("/search?keyword=sen");
  const form = page.getByRole("main").getByRole("search");
  await form.getByRole("searchbox").fill("nhẫn");
  await form.getByRole("button", { name: "Tìm kiếm" }).click();
  await expect(page).toHaveURL(/keyword=nh%E1%BA%ABn/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kết quả cho “nhẫn”");
});

test("an empty result shows a message and links", { tag: "@all" }, async ({ page }) => {
  await page.goto("/search");
  await expect(page.getByRole("main").getByRole("link", { name: "Nhẫn", exact: true })).toBeVisible();
  await page.goto("/search?keyword=quà sinh nhật cho mẹ");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await page.goto("/search?keyword=zzzzqq");
  await expect(page.getByRole("main").getByRole("link", { name: "Quà tặng", exact: true })).toHaveAttribute(
    "href",
    "/gifts",
  );
  await expect(page.getByText("Không có kết quả tìm kiếm")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Nhẫn", exact: true })).toBeVisible();
});

test("SR10: a search without products shows the message, links to the categories and four best sellers; without those the message stays @all", async ({
  page,
  expectedMessages,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const main = page.getByRole("main");
  // in the page's HTML, so nothing moves once it is there
  const html = await (await page.request.get("/search?keyword=nhan sen vuong mien")).text();
  expect(html).toContain("Được mua nhiều");
  await page.goto("/search?keyword=nhan sen vuong mien");
  await expect(page.getByText("Không có kết quả tìm kiếm")).toBeVisible();
  const best = main.getByRole("region", { name: "Được mua nhiều" });
  await expect(best.getByRole("article")).toHaveCount(4);
  await expect(main.getByRole("link", { name: "Nhẫn", exact: true })).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "nothing-found", { fullPage: true });
  const [first] = await best.getByRole("link").all();
  await first?.click();
  await expect(page).toHaveURL(/\/product-detail\//);
  expectedMessages.push(/Failed to load resource/);
  await page.goto("/search?keyword=sen");
  const failed = page.waitForRequest(/wc\/v3\/products\?/);
  await page.route(/wc\/v3\/products\?/, (route) => route.abort());
  const form = main.getByRole("search");
  await form.getByRole("searchbox").fill("zzzzqq");
  await form.getByRole("button", { name: "Tìm kiếm" }).click();
  await failed;
  await expect(page.getByText("Không có kết quả tìm kiếm")).toBeVisible();
  await expect(best).toHaveCount(0);
});

test("a failed search shows an error and can be retried", { tag: "@all" }, async ({ page, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/);
  await page.goto("/search?keyword=sen");
  await page.route("**/wp-json/custom-search/**", (route) => route.abort());
  const form = page.getByRole("main").getByRole("search");
  await form.getByRole("searchbox").fill("hoa mai");
  await form.getByRole("button", { name: "Tìm kiếm" }).click();
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Không thể tìm kiếm lúc này", { timeout: 20_000 });
  await page.unrouteAll();
  await failed.getByRole("button", { name: "Thử lại" }).click();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});
