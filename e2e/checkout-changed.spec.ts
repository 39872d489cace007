import type { Page } from "@playwright/test";
import { expectGivenBack } from "./checkout/gateway-books.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { expectResult, fetchedAtShop, payAgainAtOnce, readyToPay } from "./checkout/paying.ts";
import { PaypalPage } from "./checkout/paypal-page.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import type { Shopper } from "./kit/shopper.ts";
import { expect, openTab, test } from "./kit/test.ts";

const dong = (amount: string): string => `${amount}\u00a0₫`;
const name = "Nhẫn đổi giá";

/** A product of its own, so that its price can change without disturbing other tests. */
async function sellRing(shop: RunningShop) {
  const merchant = await merchantOf(shop);
  const ring = await sellHidden(merchant, { name, regular_price: "400000", manage_stock: true, stock_quantity: 9 });
  return { id: ring.id, setPrice: (price: string) => merchant("PUT", `products/${ring.id}`, { regular_price: price }) };
}

async function atOrderInfo(page: Page, shopper: Shopper, productId: number, lang: Lang) {
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  await tick(page, [await store.put(productId, null)]);
  await page.goto(`/checkout/order-info?lang=${lang}`);
  const form = new OrderInfo(page, translatorFor(lang));
  await form.useMyInfo.check();
  await form.choice("payment_cod").check();
  return { form, store };
}

for (const lang of ["vi", "en"] as const)
  test(`a price that rises while the form is open is shown before anything is ordered, in ${lang}`, {
    tag: lang === "en" ? "@all" : [],
  }, async ({ page, shopper, shop, expectedMessages }) => {
    expectedMessages.push(/status of 409/);
    const t = translatorFor(lang);
    const ring = await sellRing(shop);
    const { form, store } = await atOrderInfo(page, shopper, ring.id, lang);
    await form.fillAddress();
    await expect(form.submit).toBeEnabled();
    await ring.setPrice("450000");
    await form.submit.click();
    await expect(form.summary).toContainText(t("order_info.alert_amounts_changed"));
    await expect(form.summary).toBeFocused();
    const changed = t("order_info.changed_amount", { name, before: dong("400.000"), after: dong("450.000") });
    await expect(form.summary).toContainText(changed);
    await expect(form.summary).toContainText(`${t("checkout.total")}:`);
    await expect(page.getByRole("region", { name: t("order_info.summary") })).toContainText(dong("450.000"));
    expect((await store.history()).orders).toEqual([]);
    await form.submit.click();
    await page.waitForURL((url) => url.pathname === "/final-payment");
    const [order] = (await store.history()).orders;
    expect(Number((await store.order(order?.order_id ?? 0)).line_items[0]?.total)).toBe(450_000);
  });

test("a rate that changes while the form or the result page is open is shown before PayPal charges other dollars", {
  tag: "@all",
}, async ({ page, shopper, shop, expectedMessages }) => {
  expectedMessages.push(/status of 409/);
  const t = translatorFor("en");
  const ring = await sellRing(shop);
  const paypal = new PaypalPage(page);
  const youWillPay = (amount: string) => page.getByText(`You will pay ${amount} for the total of ${dong("400.000")}`);
  const { form, store } = await readyToPay(page, shopper, {
    ...{ at: shop.url, lang: "en", item: { id: ring.id, variation: null } },
  });
  await form.choice("payment_paypal").check();
  await page.getByLabel(t("order_info.comments")).fill("Ring twice");
  await expect(youWillPay("$15.38")).toBeVisible();
  try {
    await shop.command("currency set USD 20000");
    await form.submit.click();
    const changed = (was: string, now: string) =>
      t("order_info.changed_amount", { name: "PayPal", before: was, after: now });
    await expect(form.summary).toContainText(changed("$15.38", "$20.00"));
    await expect(form.summary).toBeFocused();
    await expect(youWillPay("$20.00")).toBeVisible();
    await expect(page.getByLabel(t("order_info.comments"))).toHaveValue("Ring twice");
    expect((await store.history()).orders).toEqual([]);
    await form.submit.click();
    await paypal.arrived();
    await expect(paypal.amount).toContainText("$20.00");
    await paypal.choose("cancel");
    const orderId = await expectResult(page, "en", "payment_cancelled_title");
    await expect(youWillPay("$20.00")).toBeVisible();
    await shop.command("currency set USD 25000");
    await payAgainAtOnce(page, "en", "PayPal");
    const both = t("order_errors.amounts_changed", { before: "$20.00", after: "$16.00" });
    await expect(page.getByRole("alert").filter({ hasText: both })).toBeVisible();
    await expect(youWillPay("$16.00")).toBeVisible();
    await payAgainAtOnce(page, "en", "PayPal");
    await paypal.arrived();
    await expect(paypal.amount).toContainText("$16.00");
    await paypal.choose("approve");
    expect(await expectResult(page, "en", "success_title")).toBe(orderId);
  } finally {
    await shop.command("currency set USD 26000");
  }
});

test("the button shows that the shipping cost is being computed, and orders only after it is displayed", {
  tag: "@all",
}, async ({ page, shopper, shop }) => {
  const t = translatorFor("vi");
  const ring = await sellRing(shop);
  let respond = (): void => {};
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route("**/ghn/v1/shipping-cost?*", async (route) => {
    await released;
    await route.continue();
  });
  const submits: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/wc/v3/orders")) submits.push(request.url());
  });
  const { form, store } = await atOrderInfo(page, shopper, ring.id, "vi");
  await form.fillAddress();
  const computing = page
    .getByRole("button", { name: t("order_info.shipping_quote_loading") })
    .filter({ visible: true });
  await expect(computing).toBeDisabled();
  await form.field("address").press("Enter");
  respond();
  await expect(form.submit).toBeEnabled();
  expect(submits).toEqual([]);
  await form.submit.click();
  await page.waitForURL((url) => url.pathname === "/final-payment");
  expect((await store.history()).orders).toHaveLength(1);
});

test("after a failed quote the button computes it again, and does not order", { tag: "@all" }, async ({
  page,
  shopper,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 503/);
  const t = translatorFor("vi");
  const ring = await sellRing(shop);
  let broken = true;
  await page.route("**/ghn/v1/shipping-cost?*", (route) =>
    broken
      ? route.fulfill({ status: 503, json: { code: "busy", message: "busy", data: { status: 503 } } })
      : route.continue(),
  );
  const { form, store } = await atOrderInfo(page, shopper, ring.id, "vi");
  await form.fillAddress();
  const failed = page.getByRole("alert").filter({ hasText: t("order_info.shipping_quote_error") });
  await expect(failed).toBeVisible();
  broken = false;
  await form.submit.click();
  await expect(failed).toHaveCount(0);
  await expect(form.submit).toBeEnabled();
  expect((await store.history()).orders).toEqual([]);
});

test("a result page that takes long is loaded in full, in the language of the form", { tag: "@all" }, async ({
  page,
  shopper,
  shop,
}) => {
  const ring = await sellRing(shop);
  const { form } = await atOrderInfo(page, shopper, ring.id, "en");
  await form.fillAddress();
  await expect(form.submit).toBeEnabled();
  await page.route("**/final-payment.data?*", () => {}); // the request gets no response
  await form.submit.click();
  await expectResult(page, "en", "cod_title");
});

test("a payment of an order that another one has replaced is refunded, and its page names the other", {
  tag: "@all",
}, async ({ page, shopper, shop }) => {
  const t = translatorFor("en");
  const ring = await sellRing(shop);
  const item = { id: ring.id, variation: null };
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "en", item });
  await ready.form.submit.click();
  const vnpay = new VnpayPage(page, "en");
  await vnpay.arrived();
  await ring.setPrice("450000");
  const other = await openTab(page.context());
  const form = await fetchedAtShop(other, "en");
  await form.payInCashAtShop.check();
  await form.submit.click();
  const order = await expectResult(other, "en", "cod_title");
  await vnpay.payByCard("good");
  const replaced = await expectResult(page, "en", "cancelled_title");
  expect(replaced).not.toBe(order);
  await expect(page.getByText(t("payment_result.replaced_text", { order }))).toBeVisible();
  await expect(page.getByText("an extra payment of 400.000 ₫ through VNPay")).toBeVisible();
  await expect(page.getByRole("link", { name: t("payment_result.try_again") })).toHaveCount(0);
  await expectGivenBack(shop, replaced, { paid: 400_000, refunded: 400_000 });
  expect(await ready.store.order(order)).toMatchObject({ status: "pending", total: "450000" });
  await other.close();
});

test("an order of a cart that was emptied in another tab is rejected, and the page shows the cart", {
  tag: "@all",
}, async ({ page, shopper, shop, expectedMessages }) => {
  expectedMessages.push(/status of 409/);
  const t = translatorFor("vi");
  const ring = await sellRing(shop);
  const { form, store } = await atOrderInfo(page, shopper, ring.id, "vi");
  await form.fillAddress();
  await expect(form.submit).toBeEnabled();
  await page.request.post("/wp-json/custom-cart/v1/clear", { data: {} });
  await form.submit.click();
  await expect(form.summary).toHaveText(t("order_errors.cart_changed"));
  await expect(page.locator("form#order")).toContainText(t("checkout.empty"));
  expect((await store.history()).orders).toEqual([]);
});
