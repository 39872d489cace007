import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import { expect, test } from "./kit/test.ts";

/** A product that is not sent. */
const sellEngraving = async (shop: RunningShop): Promise<number> =>
  (await sellHidden(await merchantOf(shop), { name: "Khắc tên", regular_price: "150000", virtual: true })).id;

for (const lang of ["vi", "en"] as const)
  test(`virtual items alone ship free and cannot be paid in cash, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shopper, shop }) => {
    const t = translatorFor(lang);
    await shopper.registerAndLogIn();
    await tick(page, [await new StoreCalls(page).put(await sellEngraving(shop), null)]);
    await page.goto(`/checkout/order-info?lang=${lang}`);
    const form = new OrderInfo(page, t);
    await expect(form.choice("payment_cod")).toBeDisabled();
    await expect(page.getByText(t("order_info.payment_cod_virtual"))).toBeVisible();
    await expect(page.getByText(t("checkout.shipping_free")).filter({ visible: true }).first()).toBeVisible();
  });

for (const lang of ["vi", "en"] as const)
  test(`a cart of virtual items alone does not mention delivery, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shop }) => {
    const t = translatorFor(lang);
    const store = new StoreCalls(page);
    await store.put(await sellEngraving(shop), null, 2);
    await page.goto(`/cart?lang=${lang}`);
    const main = page.getByRole("main");
    const delivery = [t("cart.free_shipping_reached"), t("cart.free_shipping_hint"), t("cart.shipping_note")];
    await expect(main.getByText(t("cart.selected_other", { count: 2 }))).toBeVisible();
    for (const text of delivery) await expect(main.getByText(text)).toHaveCount(0);
    await expect(main.getByText(t("gift.free_gift"))).toHaveCount(0);
    await store.put(143, null);
    await page.reload();
    await expect(main.getByText(t("cart.selected_other", { count: 3 }))).toBeVisible();
    await expect(main.getByText(t("cart.free_shipping_hint"))).toBeVisible();
    await expect(main.getByText(t("cart.shipping_note"))).toBeVisible();
  });
