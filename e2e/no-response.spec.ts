import type { Page } from "@playwright/test";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

/** The error state has all messages, and disappears when the retry gets a response. */
async function expectNetworkError(page: Page, messages: readonly string[], retry: string): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: messages[0] ?? "" });
  for (const message of messages) await expect(alert).toContainText(message);
  await page.unrouteAll();
  await alert.getByRole("button", { name: retry }).click();
  await expect(alert).toHaveCount(0);
}

for (const lang of ["vi", "en"] as const)
  test(`Q37, A28: a load without a response shows a network error and can be retried, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shopper, expectedMessages }) => {
    expectedMessages.push(/net::ERR/);
    const t = translatorFor(lang);
    await shopper.registerAndLogIn();
    await new StoreCalls(page).put(143, null);
    const drop = (calls: string) => page.route(calls, (route) => route.abort());
    const open = (path: string) => page.goto(`${path}?lang=${lang}`);
    const retry = t("common.retry");
    const network = t("errors.network");

    await drop("**/custom-cart/v1/view?*");
    await open("/about-us");
    await page
      .getByRole("link", { name: t("a11y.open_cart", { count: 0 }) })
      .filter({ visible: true })
      .click();
    await expectNetworkError(page, [t("cart.load_error"), network], retry);
    await expect(dialogOn(page).getByRole("listitem")).toHaveCount(1);

    await drop("**/custom-favorites/v1/list?*");
    await open("/about-us");
    await page
      .getByRole("button", { name: t("a11y.open_wishlist") })
      .filter({ visible: true })
      .click();
    await expectNetworkError(page, [t("wishlist.load_error"), network], retry);

    await drop("**/custom/v1/order-data?*");
    await page.goto(`/profile?tab=orders&lang=${lang}`);
    await expectNetworkError(page, [t("orders.load_error"), network], retry);

    await drop("**/custom-cart/v1/view?*");
    await open("/checkout");
    await expectNetworkError(page, [t("cart.load_error"), t("order_info.alert_network")], retry);
  });

test("Q37: a page whose scripts cannot be loaded requests them again, and at once when the connection is back", async ({
  context,
  expectedMessages,
}) => {
  expectedMessages.push(/net::ERR/, /dynamically imported module/);
  const t = translatorFor("vi");
  // the test's own page waits for the scripts
  const page = await context.newPage();
  let lost: RegExp | null = /./;
  await page.route("**/assets/*.js", (route) => (lost?.test(route.request().url()) ? route.abort() : route.continue()));
  const failure = () => page.waitForEvent("requestfailed", (request) => lost?.test(request.url()) ?? false);
  const reconnect = () => page.evaluate(() => dispatchEvent(new Event("online")));
  const failed = failure();
  await page.goto("/about-us");
  await failed;
  // the modules of the page arrive now, and the program that they import does not
  lost = /entry\.client/;
  const failedAgain = failure();
  await reconnect();
  await failedAgain;
  lost = null;
  await reconnect();
  const heart = page.getByRole("button", { name: t("a11y.open_wishlist") }).filter({ visible: true });
  await expect(async () => {
    // once it is open, nothing behind it can be clicked
    if (!(await dialogOn(page).isVisible())) await heart.click({ timeout: 1_000 });
    await expect(dialogOn(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.close();
});
