import { brotliCompressSync } from "node:zlib";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const budgetBytes = 150 * 1024;

for (const path of ["/", "/products/category/rings", "/product-detail/101/nhan-bac-solitaire-cz", "/support"])
  test(`the scripts of a first visit to ${path} stay within their budget`, { tag: path === "/" ? [] : "@all" }, async ({
    page,
  }) => {
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.endsWith(".js"))
        sizes.push(response.body().then((body) => brotliCompressSync(body).length));
    });
    await page.goto(path, { waitUntil: "networkidle" });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes, "bytes of script, brotli").toBeLessThanOrEqual(budgetBytes);
  });

test("the login dialog is one history entry, and closing it preserves the scroll position", { tag: "@all" }, async ({
  page,
}) => {
  await page.goto("/support", { waitUntil: "networkidle" });
  const dialog = dialogOn(page);
  const account = page.getByRole("link", { name: "Mở tài khoản" });
  await account.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(account).toBeFocused();
  await account.click();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/support$/);
});

test("a private page redirects a guest home to log in, and opens after the login", { tag: "@both-engines" }, async ({
  page,
}) => {
  await page.goto("/profile?tab=orders", { waitUntil: "networkidle" });
  const dialog = dialogOn(page);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await dialog.locator("input[name=username]").fill(demoAccount.username);
  await dialog.locator("input[name=password]").fill(demoAccount.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/profile\?tab=orders$/);
});

test("a login never leads to another site", { tag: "@all" }, async ({ page }) => {
  await page.goto("/?auth=login&next=//example.org/", { waitUntil: "networkidle" });
  const dialog = dialogOn(page);
  await dialog.locator("input[name=username]").fill(demoAccount.username);
  await dialog.locator("input[name=password]").fill(demoAccount.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/^http:\/\/(localhost|127\.0\.0\.1):\d+\/$/);
});

test("a newsletter sign-up subscribes a customer at once, and opens the registration for a guest", {
  tag: "@all",
}, async ({ page, shopper }) => {
  await page.goto("/about-us", { waitUntil: "networkidle" });
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel("Email của bạn").fill("khong-phai-email");
  await footer.getByRole("button", { name: "Đăng ký" }).click();
  await expect(footer.getByText("Email không hợp lệ")).toBeVisible();
  await footer.getByLabel("Email của bạn").fill("lan@example.com");
  await footer.getByRole("button", { name: "Đăng ký" }).click();
  await expect(dialogOn(page).locator("input[type=email]")).toHaveValue("lan@example.com");
  await shopper.registerAndLogIn();
  await page.goto("/about-us");
  await footer.getByLabel("Email của bạn").fill("lan@example.com");
  await footer.getByRole("button", { name: "Đăng ký" }).click();
  await expect(footer.getByText("Cảm ơn bạn đã đăng ký nhận thư từ Lianne")).toBeVisible();
  await expect(dialogOn(page)).toHaveCount(0);
});

test("a chosen language and currency are stored in their cookies and the page keeps its position", {
  tag: "@all",
}, async ({ page, context }) => {
  await page.goto("/services", { waitUntil: "networkidle" });
  await page.evaluate(() => scrollTo(0, 900));
  // it animates at that point: a click on a moving element would make Playwright scroll to it
  await expect(page.getByRole("banner")).toHaveAttribute("data-condensed", "true");
  await page.locator("header summary").click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  const menu = page.locator("header summary");
  await expect(menu).toContainText("VND");
  await menu.click();
  await page.getByRole("button", { name: /USD/ }).click();
  await expect(menu).toContainText("USD");
  const chosen = (await context.cookies()).filter(({ name }) => name.startsWith("preferred-"));
  expect(Object.fromEntries(chosen.map(({ name, value }) => [name, value]))).toEqual({
    "preferred-language": "en",
    "preferred-currency": "USD",
  });
  for (const { name, httpOnly, expires } of chosen) {
    expect(httpOnly, name).toBe(false);
    expect((expires - Date.now() / 1000) / 86_400, `${name}, days`).toBeCloseTo(365, 1);
  }
});

test("?lang= is preserved in links, and does not change the cookie", { tag: "@all" }, async ({ page, context }) => {
  await page.goto("/services?lang=en", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Collections" }).first().click();
  await expect(page).toHaveURL(/\/collections\?lang=en$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/[ăâđêôơư]/i);
  expect((await context.cookies()).some(({ name }) => name === "preferred-language")).toBe(false);
});

test("texts are cached for seven days and requested again; when that fails the bundled ones stay", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  expectedMessages.push(/503/);
  await page.goto("/support");
  const cachedContent = () => page.evaluate(() => JSON.parse(localStorage.getItem("site-content:vi") ?? "null"));
  await expect.poll(async () => (await cachedContent())?.content.support.title).toBe("Chính sách và hỗ trợ");
  await page.route("**/custom-lang/v1/content/**", (route) => route.fulfill({ status: 503, json: {} }));
  await page.evaluate(() => {
    const old = JSON.parse(localStorage.getItem("site-content:vi") ?? "{}");
    old.content.support.title = "từ tuần trước";
    localStorage.setItem("site-content:vi", JSON.stringify({ ...old, at: Date.now() - 8 * 24 * 3600 * 1000 }));
  });
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chính sách và hỗ trợ");
});

test("offline, the shopper stays on the page and sees a message", { tag: "@all" }, async ({
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/services", { waitUntil: "networkidle" });
  await context.setOffline(true);
  await expect(page.getByText("Mất kết nối.")).toBeVisible();
  await page.getByRole("link", { name: "Bộ sưu tập" }).first().click();
  await expect(page.getByText("Giỏ hàng của bạn vẫn được giữ.")).toBeVisible();
  await expect(page).toHaveURL(/\/services$/);
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect(page.getByText("Vẫn chưa có kết nối.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Vẫn chưa có kết nối.")).toBeHidden();
  await page.getByRole("link", { name: "Bộ sưu tập" }).first().click();
  await expect(page).toHaveURL(/\/collections$/);
});

test.describe("before hydration", () => {
  test.use({ javaScriptEnabled: false });

  test("language, currency and search work as plain forms", { tag: "@all" }, async ({ page }) => {
    await page.goto("/support?section=return");
    await page.locator("header summary").click();
    await page.getByRole("button", { name: "English" }).click();
    await expect(page).toHaveURL(/\/support\?section=return$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.getByRole("combobox", { name: "Search" }).fill("pearl");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?keyword=pearl$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("pearl");
  });
});
