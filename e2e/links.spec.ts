import type { Page } from "@playwright/test";
import { expect, test } from "./kit/test.ts";

const listing = "/products/category/rings";
const product = /\/product-detail\/\d+\//;
const cardLink = (page: Page) => page.locator("article a[href^='/product-detail/']").first();

/** Marks the document, so that a test can check whether it has been replaced by another one. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
const expectMarked = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-marked");

test("a click navigates without a page load, and back restores the position", async ({ page }) => {
  await page.goto(listing, { waitUntil: "networkidle" });
  await mark(page);
  await page.evaluate(() => scrollTo(0, 300));
  await cardLink(page).click();
  await expect(page).toHaveURL(product);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${listing}$`));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expectMarked(page);
});

test("a page has one address: others are redirected to it, with their query", async ({ page, shop }) => {
  for (const [path, canonical] of [
    ["/Products/Category/Rings/?page=2&Q=A", "/products/category/rings?page=2&Q=A"],
    ["/support/", "/support"],
    ["//GIFTS", "/gifts"],
  ] as const) {
    const response = await page.request.get(shop.url + path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(301);
    expect(response.headers().location, path).toBe(canonical);
  }
});

for (const [nth, path] of ["/products/category/rings", "/", "/products/category", "/gifts", "/collections"].entries())
  test(`changing the language keeps the place on ${path}`, { tag: nth > 0 ? "@all" : [] }, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("banner").locator("summary").filter({ hasText: "VND" }).click();
    await page.evaluate(() => scrollTo(0, 400));
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const before = await scrolled();
    expect(before).toBeGreaterThan(300);
    // a click that is repeated, because the page is busy, scrolls to where a sticky header is without scrolling
    await page.getByRole("banner").getByRole("button", { name: "English" }).press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(40);
    await expect(page).toHaveURL(path);
  });

test("a link to the current page adds no history entry", { tag: "@all" }, async ({ page }) => {
  await page.goto("/about-us", { waitUntil: "networkidle" });
  const steps = await page.evaluate(() => history.length);
  const link = page.locator("header nav a[href='/about-us']:visible");
  await expect(link).toHaveAttribute("aria-current", "page");
  await mark(page);
  await link.click();
  await page.locator("header nav a[href='/collections']:visible").click();
  await expect(page).toHaveURL(/\/collections$/);
  await expectMarked(page);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});

test("a modified click opens a link in another tab", { tag: "@all" }, async ({ page, context }) => {
  await page.goto(listing, { waitUntil: "networkidle" });
  for (const how of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
    const [other] = await Promise.all([context.waitForEvent("page"), cardLink(page).click(how)]);
    await expect(other).toHaveURL(product);
    await expect(page).toHaveURL(new RegExp(`${listing}$`));
    await other.close();
  }
});

test("a card's target is prefetched while the pointer or focus rests on it, not when it passes, and not offline @all", async ({
  page,
  context,
}) => {
  await page.goto(listing, { waitUntil: "networkidle" });
  const ahead = page.locator("link[rel=prefetch][href*='product-detail']");
  await cardLink(page).hover();
  await expect(ahead).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(ahead).toHaveCount(0);
  await cardLink(page).focus();
  await expect(ahead).toHaveCount(1);
  await page.locator("header a[href='/']:visible").first().focus();
  await expect(ahead).toHaveCount(0);
  await context.setOffline(true);
  await page.clock.install();
  await cardLink(page).focus();
  await page.clock.runFor(1_000);
  await expect(ahead).toHaveCount(0);
  await context.setOffline(false);
});

test("a link that opens a dialog still opens a tab on a modified click", { tag: "@all" }, async ({ page, context }) => {
  await page.goto("/support", { waitUntil: "networkidle" });
  for (const path of ["/cart", "/profile"]) {
    const link = page.locator(`header a[href='${path}']:visible`);
    const [other] = await Promise.all([context.waitForEvent("page"), link.click({ modifiers: ["ControlOrMeta"] })]);
    // a tab that is closed while it loads can keep the browser from responding
    await other.waitForLoadState();
    await other.close();
    await expect(page.locator("dialog[open]")).toHaveCount(0);
  }
});
