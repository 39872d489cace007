import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { wordsIn } from "./checkout/words.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import { expect, test } from "./kit/test.ts";

for (const lang of ["vi", "en"] as const)
  test(`virtual items alone ship free and cannot be paid in cash, in ${lang}`, async ({ page, shopper, shop }) => {
    const t = wordsIn(lang);
    const merchant = await merchantOf(shop);
    const engraving = await sellHidden(merchant, { name: "Khắc tên", regular_price: "150000", virtual: true });
    await shopper.registerAndLogIn();
    await tick(page, [await new StoreCalls(page).put(engraving.id, null)]);
    await page.goto(`/checkout/order-info?lang=${lang}`);
    const form = new OrderInfo(page, t);
    await expect(form.choice("payment_cod")).toBeDisabled();
    await expect(page.getByText(t("order_info.payment_cod_virtual"))).toBeVisible();
    await expect(page.getByText(t("checkout.shipping_free")).filter({ visible: true }).first()).toBeVisible();
  });
