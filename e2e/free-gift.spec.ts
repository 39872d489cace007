import type { Locator } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

/** A ring with and without its gift box. */
const ring = { id: 101, boxed: 10102, plain: 10101 };

for (const lang of ["vi", "en"] as const)
  test(`SL13: the free gift is shown in bag, summary, result page and order history, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shopper }) => {
    const t = translatorFor(lang);
    const gift = t("gift.alt", { gift: t("gift.rings") });
    /** Only the line in its box has the gift. */
    const expectOneGift = async (lines: Locator, pictures: number): Promise<void> => {
      await expect(lines).toHaveCount(2);
      await expect(lines.filter({ hasText: gift })).toHaveCount(1);
      await expect(lines.filter({ hasText: gift }).locator("img")).toHaveCount(pictures);
    };
    await shopper.registerAndLogIn();
    const store = new StoreCalls(page);
    await tick(page, [await store.put(ring.id, ring.boxed), await store.put(ring.id, ring.plain)]);

    await page.goto(`/about-us?lang=${lang}`);
    await page
      .getByRole("link", { name: t("a11y.open_cart", { count: 2 }) })
      .filter({ visible: true })
      .click();
    await expectOneGift(dialogOn(page, t("cart.title")).getByRole("listitem"), 2);

    await page.goto(`/checkout/order-info?lang=${lang}`);
    await expectOneGift(page.getByRole("region", { name: t("order_info.summary") }).getByRole("listitem"), 2);
    const form = new OrderInfo(page, t);
    await form.useMyInfo.check();
    await form.choice("delivery_in_person").check();
    await form.payInCashAtShop.check();
    await form.submit.click();

    await page.waitForURL(/\/final-payment/);
    await expectOneGift(page.getByRole("list", { name: t("orders.items") }).getByRole("listitem"), 2);
    await page.goto(`/profile?tab=orders&lang=${lang}`);
    await expectOneGift(page.getByRole("list", { name: t("orders.items") }).getByRole("listitem"), 1);
  });
