import type { Page } from "@playwright/test";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

/** A simple product of the demonstration on sale, and earrings at their regular price. */
const onSale = { id: 160, price: "1.290.000", regular: "1.790.000", badge: "28%" };
const plain = 143;

/** Screens that load data with the navigation to them. */
const screens = [
  ...["/", "/products/category", "/products/category/bracelets", "/gifts", "/collections", "/product-detail/160/"],
  ...["/cart", "/checkout", "/checkout/order-info", "/profile", "/profile?tab=orders"],
];

/** The text of the smallest list item, article or main part that has the struck price. */
const textAround = (page: Page): Promise<string> =>
  page
    .locator("s", { hasText: onSale.regular })
    .filter({ visible: true })
    .first()
    .evaluate((price) => price.closest("li, article, [role=option], main")?.textContent ?? "");

for (const lang of ["vi", "en"] as const)
  test(`A26: every screen with a product on sale has both prices and the badge, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shopper }) => {
    const t = translatorFor(lang);
    await shopper.registerAndLogIn();
    const store = new StoreCalls(page);
    await tick(page, [await store.put(onSale.id, null)]);
    await page.request.post("/wp-json/custom-favorites/v1/add", { data: { product_id: onSale.id } });
    const expectBoth = async (where: string): Promise<void> => {
      await expect(
        page.locator("s", { hasText: onSale.regular }).filter({ visible: true }).first(),
        where,
      ).toBeVisible();
      const text = await textAround(page);
      for (const part of [onSale.price, onSale.regular, onSale.badge]) expect(text, where).toContain(part);
    };
    for (const path of [
      ...["/products/category/bracelets", "/search?keyword=bangle", "/product-detail/160/", "/collections"],
      ...["/cart", "/checkout", "/checkout/order-info"],
    ]) {
      const keyword = path.replace("bangle", lang === "vi" ? "kiềng xoắn" : "bangle");
      await page.goto(`${keyword}${keyword.includes("?") ? "&" : "?"}lang=${lang}`);
      await expectBoth(path);
    }
    await page.goto(`/about-us?lang=${lang}`);
    await page
      .getByRole("link", { name: t("a11y.open_cart", { count: 1 }) })
      .filter({ visible: true })
      .click();
    await expectBoth("bag");
    await page.goto(`/about-us?lang=${lang}`);
    await page
      .getByRole("button", { name: t("a11y.open_wishlist") })
      .filter({ visible: true })
      .click();
    await expect(dialogOn(page).getByRole("listitem")).toHaveCount(1);
    await expectBoth("wishlist");
  });

for (const lang of ["vi", "en"] as const)
  test(`A28: a screen whose data cannot be loaded shows an error and loads on a retry, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shopper, expectedMessages }) => {
    expectedMessages.push(/status of 500/);
    const t = translatorFor(lang);
    await shopper.registerAndLogIn();
    await tick(page, [await new StoreCalls(page).put(plain, null)]);
    for (const path of screens) {
      await page.goto(`/support?lang=${lang}`);
      await page.route(/\.data(\?|$)|\/wp-json\/(custom\/v1\/products|product-category)/, (route) =>
        route.fulfill({ status: 500, body: "" }),
      );
      await page.evaluate(
        (to) =>
          (window as { __reactRouterDataRouter?: { navigate(path: string): void } }).__reactRouterDataRouter?.navigate(
            to,
          ),
        `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`,
      );
      const retry = page.getByRole("main").getByRole("button", {
        name: new RegExp(`^(${t("errors.reload")}|${t("common.retry")})$`),
      });
      await expect(retry, path).toBeVisible();
      await page.unrouteAll();
      await retry.press("Enter"); // a pointer would prefetch the card that appears beneath it
      await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeAttached();
      await expect(retry, path).toHaveCount(0);
    }
  });

for (const lang of ["vi", "en"] as const)
  test(`A29: every screen that loads data shows that it is offline, with a retry, in ${lang}`, {
    tag: "@all",
  }, async ({ page, context, shopper, expectedMessages }) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    const t = translatorFor(lang);
    await shopper.registerAndLogIn();
    await tick(page, [await new StoreCalls(page).put(plain, null)]);
    const offline = page.getByRole("status").filter({ hasText: t("offline.banner") });
    for (const path of screens) {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
      await context.setOffline(true);
      await expect(offline, path).toBeVisible();
      await offline.getByRole("button", { name: t("offline.retry") }).click();
      await expect(page.getByText(t("offline.still")), path).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(t("offline.still")), path).toHaveCount(0);
    }
  });
