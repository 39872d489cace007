import type { Page } from "@playwright/test";
import { stopClock } from "./kit/clock.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const searches = (page: Page): string[] => {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/custom-search/v1/products"))
      requests.push(`${searchParams.get("keyword")} ${searchParams.get("limit")}`);
  });
  return requests;
};
const box = (page: Page) => page.getByRole("banner").getByRole("combobox");
const options = (page: Page) => page.getByRole("option");

test("requests once typing has paused, shows six and a link to all of them", async ({ page }) => {
  await page.goto("/support", { waitUntil: "networkidle" });
  const requests = searches(page);
  await stopClock(page); // stops the clock, so that the debounce delay of typing never ends
  await box(page).pressSequentially("nhan bac");
  await expect(box(page)).toHaveValue("nhan bac");
  expect(requests).toEqual([]);
  await page.clock.resume();
  await expect(options(page)).toHaveCount(7);
  expect(requests).toEqual(["nhan bac 6"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?keyword=nhan\+bac$/);
});

test("the icon shows up to fifteen; the arrow keys choose, Enter opens, Escape closes @all", async ({ page }) => {
  await page.goto("/support", { waitUntil: "networkidle" });
  const requests = searches(page);
  await stopClock(page); // stops the clock, so that the debounce delay never ends
  await box(page).fill("nhẫn");
  await page.getByRole("banner").getByRole("button", { name: "Tìm kiếm" }).click();
  await page.clock.resume();
  await expect(options(page)).toHaveCount(16);
  expect(requests).toEqual(["nhẫn 15"]);
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  const address = await options(page).first().getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test("a slow response to an older keyword never replaces the newest", { tag: "@all" }, async ({ page }) => {
  await page.goto("/support", { waitUntil: "networkidle" });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/custom-search/v1/products?keyword=sapphire*", async (route) => {
    await released;
    await route.continue();
  });
  const slow = page.waitForResponse(/keyword=sapphire/);
  const searchRequest = page.waitForRequest(/keyword=sapphire/);
  await box(page).fill("sapphire");
  await searchRequest;
  await box(page).fill("opal");
  await expect(options(page).first()).toContainText(/opal/i);
  release();
  await (await slow).finished();
  // the page has shown what it received
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  await expect(options(page).first()).toContainText(/opal/i);
});

test("the suggestions disappear with their keyword, and a failed request can be retried", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  await page.goto("/support");
  await box(page).fill("sapphire");
  await expect(options(page).first()).toContainText(/sapphire/i);
  let fails = true;
  await page.route("**/custom-search/v1/products?keyword=opal*", (route) =>
    fails ? route.fulfill({ status: 400, json: { code: "x", message: "", data: { status: 400 } } }) : route.continue(),
  );
  await stopClock(page); // the request is not sent yet
  await box(page).fill("opal");
  await expect(options(page)).toHaveCount(0);
  await box(page).press("ArrowDown");
  await expect(box(page)).not.toHaveAttribute("aria-activedescendant");
  await page.clock.resume();
  await expect(page.getByText("Không thể tìm kiếm lúc này. Vui lòng thử lại.")).toBeVisible();
  await expect(options(page)).toHaveCount(0);
  fails = false;
  await page.getByRole("banner").getByRole("button", { name: "Thử lại" }).press("Enter");
  await expect(options(page).first()).toContainText(/opal/i);
  await expect(box(page)).toBeFocused();
});

test("the search panel shows that the page is offline, and is filled when the connection is back", {
  tag: "@all",
}, async ({ page, context, expectedMessages }) => {
  expectedMessages.push(/net::ERR/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/support");
  await page.getByRole("link", { name: "Mở ô tìm kiếm" }).click();
  const sheet = dialogOn(page);
  await expect(sheet).toBeVisible();
  await context.setOffline(true);
  await sheet.getByRole("combobox").fill("opal");
  await expect(sheet.getByText("Kiểm tra kết nối mạng rồi thử lại.")).toBeVisible();
  await context.setOffline(false);
  await expect(options(page).first()).toContainText(/opal/i);
});

test("a suggestion on sale shows its discount", { tag: "@all" }, async ({ page }) => {
  await page.goto("/support");
  await box(page).fill("halo");
  const ring = options(page).filter({ hasText: "Nhẫn bạc halo sapphire xanh" });
  await expect(ring.getByText(/^-\d+%$/)).toBeVisible();
});

test("an empty result shows a message, on a phone too, where seven are shown", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/search?keyword=hoa mai", { waitUntil: "networkidle" });
  await page.goto("/support", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Mở ô tìm kiếm" }).click();
  const sheet = dialogOn(page);
  const field = sheet.getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(sheet.getByRole("link", { name: "Lắc tay" })).toHaveAttribute("href", "/products/category/bracelets");
  await expect(sheet.getByRole("link", { name: "hoa mai" })).toHaveAttribute("href", "/search?keyword=hoa+mai");
  await sheet.getByRole("button", { name: "Xóa", exact: true }).click();
  await expect(sheet.getByRole("link", { name: "hoa mai" })).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.fill("xyzxyz");
  await expect(page.getByText("Không có kết quả tìm kiếm")).toBeVisible();
  await expect(dialogOn(page).getByRole("link", { name: "Xem gợi ý quà tặng" })).toBeVisible();
  await field.fill("nhẫn");
  await expect(options(page)).toHaveCount(8);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialogOn(page)).toBeHidden();
});
