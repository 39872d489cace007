import type { Page } from "@playwright/test";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { expectSteady, watchLayoutShift } from "./kit/layout-shift.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

const earrings = "/product-detail/143/hoa-tai";
const api = "**/wp-json/custom/v1/delivery-promise?*";
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

/** Chooses a place in the three selects. */
async function choosePlace(page: Page, t: ReturnType<typeof translatorFor>): Promise<void> {
  await page.getByRole("button", { name: t("delivery_promise.choose_place") }).click();
  await page.getByLabel(t("order_info.province")).selectOption({ label: "Hồ Chí Minh (Thành phố)" });
  await page.getByLabel(t("order_info.district")).selectOption({ label: "Phú Nhuận (Quận)" });
  await page.getByLabel(t("order_info.ward")).selectOption({ index: 1 });
}

for (const [lang, size] of [
  ["vi", "phone"],
  ["en", "desktop"],
] as const)
  test(`DP06, DP14: the product page shows day and cost for a chosen place, ${lang} on a ${size}`, {
    tag: lang === "en" ? "@all" : [],
  }, async ({ page }) => {
    const t = translatorFor(lang);
    await page.setViewportSize(sizes[size]);
    await page.goto(`${earrings}${lang === "en" ? "?lang=en" : ""}`);
    const main = page.getByRole("main");
    const policy = main.getByText(t("product.delivery_promise")).first();
    await expect(policy).toBeVisible();
    await expect(main.getByText(t("delivery_promise.free_rule"))).toBeVisible();
    await choosePlace(page, t);
    const days =
      lang === "vi" ? /^Dự kiến nhận (T[2-7]|CN) \d{2}\/\d{2}$/ : /^Arrives (Mon|Tue|Wed|Thu|Fri|Sat) \d+ \w{3}$/;
    await expect(main.getByText(days)).toBeVisible();
    await expect(main.getByRole("status").filter({ hasText: t("product.delivery_promise") })).toHaveCount(0);
    const cost =
      lang === "vi" ? /^Phí giao hàng 22\.000\s₫, miễn phí từ 2 sản phẩm$/ : /^Delivery 22[.,]000\s₫|^Delivery \$/;
    await expect(main.getByText(cost)).toBeVisible();
    const place = main.getByRole("button", { name: t("delivery_promise.to_place", { place: "Quận Phú Nhuận" }) });
    await expect(place).toBeFocused();
    await expectAccessible(page);
    await takePicture(page, `promise-${lang}-${size}`);

    await watchLayoutShift(page);
    await page.reload();
    await expect(main.getByText(days), "the place is remembered").toBeVisible();
    await expect(main.getByText(cost)).toBeVisible();
    await expectSteady(page);
  });

for (const [scrolled, lang] of [
  ["button is at the header", "vi"],
  ["button is above the screen", "en"],
] as const)
  test(`DP06: on a phone the day of a place that was chosen while its ${scrolled} is in view, below the header (${lang})`, {
    tag: "@all",
  }, async ({ page }) => {
    const t = translatorFor(lang);
    await page.setViewportSize(sizes.phone);
    await page.goto(`${earrings}${lang === "en" ? "?lang=en" : ""}`);
    const main = page.getByRole("main");
    await page.getByRole("button", { name: t("delivery_promise.choose_place") }).click();
    await page.getByLabel(t("order_info.province")).selectOption({ label: "Hồ Chí Minh (Thành phố)" });
    await page.getByLabel(t("order_info.district")).selectOption({ label: "Phú Nhuận (Quận)" });
    const ward = page.getByLabel(t("order_info.ward"));
    await expect(ward).toBeEnabled();
    await ward.focus(); // as a finger or a key does
    const button = main.getByRole("button", { name: t("delivery_promise.choose_place") });
    const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    const above = lang === "vi" ? header : -100;
    await button.evaluate((it, top) => scrollBy(0, it.getBoundingClientRect().top - top), above);
    await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThanOrEqual(above + 1);
    await ward.selectOption({ index: 1 });
    const day = main.getByText(lang === "vi" ? /^Dự kiến nhận / : /^Arrives /);
    await expect(day).toBeVisible();
    await expect
      .poll(async () => (await day.boundingBox())?.y, "the header covers what is above it")
      .toBeGreaterThanOrEqual(header);
    await expect(day).toBeInViewport({ ratio: 1 });
    await takePicture(page, `chosen-${lang}`);
  });

test("DP07: the policy remains if the request fails, and without scripts", { tag: "@all" }, async ({
  page,
  browser,
  expectedMessages,
}) => {
  const t = translatorFor("vi");
  await page.goto(earrings);
  await choosePlace(page, t);
  await expect(page.getByText(/^Dự kiến nhận/)).toBeVisible();
  expectedMessages.push(/Failed to load resource/);
  const failed: string[] = [];
  await page.route(api, (route) => {
    failed.push(route.request().url());
    return route.fulfill({ status: 400, json: {} });
  });
  await page.reload();
  await expect.poll(() => failed.length).toBeGreaterThan(0);
  const status = page.getByRole("main").getByRole("status");
  await expect(status.filter({ hasText: t("product.delivery_promise") })).toBeVisible();
  await expect(page.getByText(/^Dự kiến nhận/)).toHaveCount(0);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(page.url());
  await expect(still.getByRole("main").getByText(t("product.delivery_promise")).first()).toBeVisible();
  await expect(still.getByRole("button", { name: t("delivery_promise.choose_place") })).toBeHidden();
  await plain.close();
});

for (const lang of ["vi", "en"] as const)
  test(`DP07, DP09: without a place, and without scripts, what is made to order shows how long that takes, in ${lang}`, {
    tag: "@all",
  }, async ({ page, browser, shop }) => {
    const t = translatorFor(lang);
    const words = { vi: "làm riêng 5 ngày làm việc, rồi giao", en: "made to order in 5 business days, then" };
    const madeText = new RegExp(words[lang], "i");
    const merchant = await merchantOf(shop);
    const made = { meta_data: [{ key: "_making_days", value: "5" }] };
    const whole = await sellHidden(merchant, {
      ...{ name: `Nhẫn đặt riêng ${lang}`, status: "publish", regular_price: "900000", manage_stock: false, ...made },
    });
    const sized = await sellHidden(merchant, {
      ...{ name: `Nhẫn hai cỡ ${lang}`, status: "publish", type: "variable" },
      attributes: [{ name: "Cỡ", options: ["A", "B"], variation: true, visible: true }],
    });
    for (const [option, own] of [
      ["A", {}],
      ["B", made],
    ] as const)
      await merchant("POST", `products/${sized.id}/variations`, {
        ...{ regular_price: "900000", manage_stock: false, attributes: [{ name: "Cỡ", option }], ...own },
      });
    const query = lang === "en" ? "?lang=en" : "";
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: sizes.phone });
    const still = await plain.newPage();
    await still.goto(`${shop.url}/product-detail/${whole.id}/x${query}`);
    const shown = still.getByRole("main").getByRole("status");
    await expect(shown.filter({ hasText: madeText })).toBeVisible();
    await expect(shown.getByText(t("product.available_to_order"), { exact: true })).toBeVisible();
    await shown.filter({ hasText: madeText }).scrollIntoViewIfNeeded();
    await expect(still.getByRole("main").getByText(t("product.delivery_promise"))).toHaveCount(0);
    await takePicture(still, `made-plain-${lang}`);
    // the form's choice changes nothing without scripts: the section about shipping names the options
    await still.goto(`${shop.url}/product-detail/${sized.id}/x${query}`);
    await expect(shown.filter({ hasText: t("product.delivery_promise") })).toBeVisible();
    await still.getByText(t("product.shipping_returns"), { exact: true }).click();
    await expect(still.getByRole("listitem").filter({ hasText: madeText })).toContainText("B: ");
    await plain.close();

    await page.setViewportSize(sizes.phone);
    await page.goto(`/product-detail/${sized.id}/x${query}`);
    const status = page.getByRole("main").getByRole("status");
    await expect(status.filter({ hasText: t("product.delivery_promise") })).toBeVisible();
    await expect(status.getByText(t("product.in_stock"), { exact: true })).toBeVisible();
    await page.getByRole("radio", { name: "B", exact: true }).check();
    await expect(status.filter({ hasText: madeText })).toBeVisible();
    await expect(status.getByText(t("product.available_to_order"), { exact: true })).toBeVisible();
    await expect(status.filter({ hasText: t("product.delivery_promise") })).toHaveCount(0);
    await expectAccessible(page);
    await status.filter({ hasText: madeText }).scrollIntoViewIfNeeded();
    await takePicture(page, `made-size-${lang}`);
    await choosePlace(page, t);
    await expect(status.filter({ hasText: /^B: / })).toBeVisible();
    await watchLayoutShift(page);
    await page.reload();
    await expect(status.filter({ hasText: /^B: / })).toBeVisible();
    await expectSteady(page);
  });

test("DP08, DP09: the countdown follows the server's time below four hours, and a size made to order has its own date", {
  tag: "@all",
}, async ({ page }) => {
  const t = translatorFor("vi");
  await page.emulateMedia({ reducedMotion: "reduce" });
  let left = 4 * 60 + 1;
  let making = 0;
  // the server's clock is an hour ahead of the browser's
  const serverNow = () => Date.now() + 60 * 60_000;
  await page.route(api, async (route) => {
    const response = await route.fetch();
    const cutoff_at = new Date(serverNow() + left * 60_000 + 30_000).toISOString();
    const days = { earliest: "2026-12-09", latest: "2026-12-10", making_days: making };
    await route.fulfill({
      json: { ...(await response.json()), now: new Date(serverNow()).toISOString(), cutoff_at, ...days },
    });
  });
  await page.goto("/product-detail/105/nhan");
  await choosePlace(page, t);
  await expect(page.getByText(/^Dự kiến nhận/)).toBeVisible();
  await expect(page.getByText(/^Đặt trong/)).toHaveCount(0);
  left = 2 * 60 + 14;
  await page.reload();
  await expect(page.getByText("Đặt trong 2 giờ 14 phút")).toBeVisible();
  making = 5;
  await page.reload();
  await expect(page.getByText(/^Cỡ \d+\smm: làm riêng, nhận 09–10\/12$/)).toBeVisible();
});
