import { formatTime } from "#contract/dates.ts";
import { readyToPay } from "./checkout/paying.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { wordsIn } from "./checkout/words.ts";
import { expect, test } from "./kit/test.ts";

const necklace = { id: 131, variation: null, price: 790_000 };

for (const { lang, size } of [
  { lang: "vi", size: "phone" },
  { lang: "en", size: "desktop" },
] as const)
  test(`who closed the gateway's page finds it again, and pays from the history too (${lang})`, async ({
    page,
    shop,
    shopper,
  }) => {
    const say = wordsIn(lang);
    const at = { at: shop.url, lang, piece: necklace, ...(size === "phone" ? { size } : {}) };
    const { form, store } = await readyToPay(page, shopper, at);
    await form.submit.click();
    const vnpay = new VnpayPage(page, lang);
    await vnpay.arrived();
    const [order] = (await store.history()).orders;
    await page.goto(`${shop.url}/final-payment?order_id=${order?.order_id}`);
    const goOn = page.getByRole("link", { name: say("payment_result.continue_paying") });
    await expect(goOn).toBeVisible();
    await goOn.click();
    await vnpay.arrived();

    await page.request.post(`${shop.url}/wp-json/custom-cart/v1/clear`, { data: {} });
    await expect.poll(async () => (await store.cart()).item_count).toBe(0);
    await page.goto(`${shop.url}/profile?tab=orders`);
    const until = order?.payment.held_until ?? "";
    expect(until).not.toBe("");
    await expect(
      page.getByText(say("payment_result.held_until", { time: formatTime(until) }), { exact: true }),
    ).toBeVisible();
    await page.getByRole("button", { name: say("orders.pay_again") }).click();
    await page.waitForURL("**/checkout");
    await expect.poll(async () => (await store.cart()).items).toMatchObject([{ id: necklace.id, quantity: 1 }]);
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  });
