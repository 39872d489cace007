import { vnpayBooks } from "./checkout/gateway-books.ts";
import { dong } from "./checkout/money.ts";
import { expectResult, payAgainAtOnce, readyToPay, tryAgain } from "./checkout/paying.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { Shopper } from "./kit/shopper.ts";
import { expect, test } from "./kit/test.ts";

const earrings = { id: 143, variation: null, price: 390_000 };
const lastRing = { id: 118, variation: 11801, price: 1_790_000 };

test("every failure shows its reason and a next step: no balance, an expired page, then cash on delivery", {
  tag: "@all",
}, async ({ page, shop, shopper }) => {
  const t = translatorFor("en");
  const vnpay = new VnpayPage(page, "en");
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "en", item: earrings });
  await ready.form.submit.click();
  await vnpay.payByCard("empty");
  const orderId = await expectResult(page, "en", "failed_title");
  await expect(page.getByText(t("payment_errors.insufficient_balance"))).toBeVisible();

  await payAgainAtOnce(page, "en", "VNPay");
  await vnpay.simulateOutcome("11");
  expect(await expectResult(page, "en", "failed_title")).toBe(orderId);
  await expect(page.getByText(t("payment_errors.window_over"))).toBeVisible();

  const third = await tryAgain(page, "en");
  await third.payInCashAtShop.check();
  await third.submit.click();
  expect(await expectResult(page, "en", "cod_title")).toBe(orderId);
  expect(await ready.store.order(orderId)).toMatchObject({ status: "pending", payment_method: "cod" });
  expect((await ready.store.history()).total_orders).toBe(1);
  expect((await ready.store.cart()).items).toEqual([]);
});

test("a customer with a failed attempt still gets the last unit, on a phone", {
  tag: ["@both-engines", "@all"],
}, async ({ page, shop, shopper, browser }) => {
  const t = translatorFor("vi");
  const vnpay = new VnpayPage(page, "vi");
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: lastRing, size: "phone" });
  await ready.form.submit.click();
  await vnpay.cancel();
  const orderId = await expectResult(page, "vi", "payment_cancelled_title");
  await expect(page.getByText(t("payment_errors.cancelled"))).toBeVisible();

  await test.step("no other customer can buy it in the meantime", async () => {
    const other = await browser.newPage({ baseURL: shop.url });
    await new Shopper(other).registerAndLogIn();
    await expect(new StoreCalls(other).put(lastRing.id, lastRing.variation)).rejects.toThrow(/out_of_stock/);
    await other.close();
  });
  await test.step("the cart has it still, and can be sent to checkout", async () => {
    await page.goto("/cart");
    const line = page.getByRole("main").getByRole("listitem").first();
    await expect(line.getByRole("checkbox")).toBeChecked();
    await expect(line).not.toContainText(t("cart.sold_out"));
    await page.goBack();
    await expectResult(page, "vi", "payment_cancelled_title");
  });
  const form = await tryAgain(page, "vi");
  await expect(page.getByText(t("checkout.empty"))).toHaveCount(0);
  await form.submit.click();
  await vnpay.arrived();
  await expect(vnpay.amount).toContainText("1.790.000");
  await vnpay.payByCard("good");
  expect(await expectResult(page, "vi", "success_title")).toBe(orderId);
  expect(await ready.store.order(orderId)).toMatchObject({ status: "processing", payment_method: "vnpay_visa" });
  expect((await ready.store.cart()).items).toEqual([]);
  expect((await ready.store.product(lastRing.id)).stock_status).toBe("outofstock");
});

test("a forged success shows the true status, which the page polls", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
}) => {
  const t = translatorFor("vi");
  const vnpay = new VnpayPage(page, "vi");
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: earrings });
  await ready.form.submit.click();
  await vnpay.arrived();
  const [order] = (await ready.store.history()).orders;
  const orderId = order?.order_id ?? 0;
  // the shop learns of the payment only through the notification sent below: status queries fail
  shop.gateways.vnpay.control({
    payment: `${orderId}-1`,
    responses: { querydr: { dead: true } },
    notifications: { kind: "missing" },
  });
  await page.goto(`/final-payment?order_id=${orderId}&status=success&amount=1&transaction_no=1`);
  await expectResult(page, "vi", "pending_title");
  await expect(page.getByText(t("payment_result.watching"))).toBeVisible();
  await page.goBack();
  const returning = page.waitForRequest(`${shop.url}/**vnp_SecureHash=*`);
  await vnpay.payByCard("good");
  const { search } = new URL((await returning).url());
  await expectResult(page, "vi", "pending_title");
  // the notification contains what the redirect contained
  await page.request.get(`${shop.url}/wp-json/lianne-vnpay/v1/ipn${search}`);
  await expectResult(page, "vi", "success_title"); // the page polls: no button was pressed
  await expect(page.getByText(dong(earrings.price)).first()).toBeVisible();
  expect(vnpayBooks(shop, orderId)?.state).toBe("paid");
});

test("a session that is lost while at the gateway: login, then the same order", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
}) => {
  const t = translatorFor("en");
  const vnpay = new VnpayPage(page, "en");
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "en", item: earrings, size: "phone" });
  await ready.form.submit.click();
  await vnpay.arrived();
  await page.context().clearCookies({ name: "lianne_session" });
  await vnpay.payByCard("good");
  const dialog = dialogOn(page, t("auth.login_tab"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(shopper.person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(shopper.person.password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  const orderId = await expectResult(page, "en", "success_title");
  await expect(page.getByRole("region", { name: t("orders.number", { number: orderId }) })).toBeVisible();
  await expect.poll(async () => (await ready.store.cart()).items).toEqual([]);
});
