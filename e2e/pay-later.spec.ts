import { expectResult, fetchedAtShop, readyToPay } from "./checkout/paying.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

const necklace = { id: 131, variation: null, price: 790_000 };
const earrings = { id: 143, variation: null, quantity: 2 };

for (const { lang, size } of [
  { lang: "vi", size: "phone" },
  { lang: "en", size: "desktop" },
] as const)
  test(`a shopper can reopen a closed gateway page, pay from the history too, and sees that the payment is under review (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper }) => {
    const t = translatorFor(lang);
    const at = { at: shop.url, lang, item: necklace, also: [earrings], ...(size === "phone" ? { size } : {}) };
    const { form, store } = await readyToPay(page, shopper, at);
    await form.submit.click();
    const vnpay = new VnpayPage(page, lang);
    await vnpay.arrived();
    const [order] = (await store.history()).orders;
    await page.goto(`${shop.url}/final-payment?order_id=${order?.order_id}`);
    const goOn = page.getByRole("link", { name: t("payment_result.continue_paying") });
    await expect(goOn).toBeVisible();
    await goOn.click();
    await vnpay.arrived();

    await page.request.post(`${shop.url}/wp-json/custom-cart/v1/clear`, { data: {} });
    await expect.poll(async () => (await store.cart()).item_count).toBe(0);
    await page.goto(`${shop.url}/profile?tab=orders`);
    await page.getByRole("button", { name: t("orders.pay_again") }).click();
    await page.waitForURL("**/checkout");
    const items = async () => (await store.cart()).items.map(({ id, quantity }) => `${id} × ${quantity}`).sort();
    await expect.poll(items).toEqual(["131 × 1", "143 × 2"]);
    await expect(page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem")).toHaveCount(2);
    await page.getByRole("link", { name: t("checkout.purchase") }).click();
    await page.waitForURL("**/checkout/order-info");
    await (await fetchedAtShop(page, lang)).submit.click();

    // the money is taken, but VNPay suspects fraud: the shopper is not prompted to pay again, and nothing is sent
    await vnpay.simulateOutcome("07");
    expect(await expectResult(page, lang, "checked_title")).toBe(order?.order_id);
    await expect(page.getByText(t("payment_result.being_checked"))).toBeVisible();
    await expect(page.getByText(t("payment_result.watching"))).toHaveCount(0);
    await expect(page.getByRole("link", { name: t("payment_result.try_again") })).toHaveCount(0);
    await expectAccessible(page);
    expect(await store.order(order?.order_id ?? 0)).toMatchObject({ status: "on-hold", date_paid: null });
    await page.goto(`${shop.url}/profile?tab=orders`);
    await expect(page.getByRole("article").first()).toContainText(t("order_status.on-hold"));
    await expect(page.getByRole("article").first()).toContainText(t("payment_result.on_hold_text"));
    await expect(page.getByRole("button", { name: t("orders.pay_again") })).toHaveCount(0);
    expect((await store.history()).total_orders).toBe(1);
  });

for (const { lang, size } of [
  { lang: "vi", size: "phone" },
  { lang: "en", size: "desktop" },
] as const)
  test(`SO09: an unpaid order that is switched to cash on delivery leaves the bag at once, with its count in the header (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper }) => {
    const t = translatorFor(lang);
    const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang, item: necklace, size });
    await form.submit.click();
    await new VnpayPage(page, lang).arrived();
    await page.goto(`${shop.url}/profile?tab=orders`);
    const bag = (count: number) =>
      page.getByRole("link", { name: t("a11y.open_cart", { count }) }).filter({ visible: true });
    await expect(bag(1)).toBeVisible();
    await page.getByRole("button", { name: t("self_service.pay_other_way") }).click();
    const dialog = dialogOn(page);
    await dialog.getByRole("radio", { name: t("payment_method.cod_pickup") }).check();
    await dialog.getByRole("button", { name: t("self_service.pay_cash") }).click();
    await expect(dialog).toBeHidden();
    await expect(bag(0)).toBeVisible();
    expect((await store.cart()).item_count).toBe(0);
    await takePicture(page, `switched-${lang}`);
  });
