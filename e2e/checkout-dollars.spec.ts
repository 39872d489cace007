import type { Locator } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("en");

/** The displayed dollars of a text in cents; a regular price, struck through, comes after the price. */
async function cents(place: Locator): Promise<number> {
  const [, dollars = "", rest = ""] = /\$([\d,]+)\.(\d\d)/.exec((await place.textContent()) ?? "") ?? [];
  return Number(dollars.replaceAll(",", "") + rest);
}
const row = (within: Locator, label: string): Locator => within.locator("dl > div").filter({ hasText: label }).last();

/** Checks lines, subtotal, shipping and total of a part of the page. */
async function expectToAddUp(within: Locator, lines: Locator, count: number): Promise<void> {
  await expect(lines).toHaveCount(count);
  await expect(row(within, t("checkout.shipping"))).toContainText(count > 1 ? t("checkout.shipping_free") : "$", {
    ignoreCase: true,
  });
  const parts = await Promise.all((await lines.all()).map(cents));
  const [subtotal = 0, shipping = 0, total = 0] = await Promise.all(
    ["checkout.subtotal", "checkout.shipping", "checkout.total"].map((key) => cents(row(within, t(key)))),
  );
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(subtotal);
  expect(subtotal + shipping).toBe(total);
  expect(total).toBeGreaterThan(0);
}

// amounts whose converted values differ by a cent from their converted sum: two lines, or a line and its shipping cost
for (const prices of [["412000", "430000"], ["407000"]])
  test(`displayed dollars of ${prices.join(" and ")} đồng add up in the summary and on the result page`, {
    tag: "@all",
  }, async ({ page, shopper, shop, context, baseURL }) => {
    const merchant = await merchantOf(shop);
    await context.addCookies([{ name: "preferred-currency", value: "USD", url: String(baseURL) }]);
    await shopper.registerAndLogIn();
    const store = new StoreCalls(page);
    const keys: string[] = [];
    for (const regular_price of prices) {
      const fields = { name: `Ring ${regular_price}`, regular_price, manage_stock: true, stock_quantity: 9 };
      const { id } = await sellHidden(merchant, fields);
      keys.push(await store.put(id, null));
    }
    await tick(page, keys);
    await page.goto("/checkout/order-info?lang=en");
    const form = new OrderInfo(page, t);
    await form.useMyInfo.check();
    await form.choice("payment_cod").check();
    await form.fillAddress();
    await expect(form.submit).toBeEnabled();
    const summary = page.getByRole("region", { name: t("order_info.summary") });
    await expectToAddUp(summary, summary.getByRole("listitem"), prices.length);
    await form.submit.click();
    await page.waitForURL((url) => url.pathname === "/final-payment");
    const main = page.getByRole("main");
    const items = main.getByRole("list", { name: t("orders.items") });
    await expectToAddUp(main, items.getByRole("listitem"), prices.length);
  });
