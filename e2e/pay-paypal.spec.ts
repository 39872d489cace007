import { dollars, dong } from "./checkout/money.ts";
import { expectResult, payAgainAtOnce, readyToPay, tryAgain } from "./checkout/paying.ts";
import { PaypalPage } from "./checkout/paypal-page.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expect, test } from "./kit/test.ts";

const earrings = { id: 143, variation: null, price: 390_000 };

test("PayPal: a declined card, then cancel, then pay in dollars", async ({ page, shop, shopper }) => {
  const t = translatorFor("vi");
  const paypal = new PaypalPage(page);
  const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: earrings });
  await form.choice("payment_paypal").check();
  await form.submit.click();
  await paypal.choose("decline");
  const orderId = await expectResult(page, "vi", "failed_title");
  await expect(page.getByText(t("payment_errors.instrument_declined"))).toBeVisible();

  const second = await tryAgain(page, "vi");
  await expect(second.choice("payment_paypal")).toBeChecked();
  await second.submit.click();
  await paypal.choose("cancel");
  expect(await expectResult(page, "vi", "payment_cancelled_title")).toBe(orderId);
  await expect(page.getByText(t("payment_errors.cancelled"))).toBeVisible();

  await expect(page.getByText(dollars(earrings.price))).toBeVisible();
  await payAgainAtOnce(page, "vi", "PayPal");
  await paypal.arrived();
  await expect(paypal.amount).toContainText(dollars(earrings.price));
  await paypal.choose("approve");
  expect(await expectResult(page, "vi", "success_title")).toBe(orderId);
  await expect(page.getByText(`${dollars(earrings.price)} (${dong(earrings.price)})`)).toBeVisible();
  expect(await store.order(orderId)).toMatchObject({ status: "processing", total: String(earrings.price) });
  const paid = shop.gateways.paypal.ledger().filter(({ reference }) => reference.startsWith(`${orderId}-`));
  expect(paid.map((row) => row.paid)).toEqual([0, 0, 1500]);
});

test("an unavailable gateway shows an error, no input is lost, and the order is paid later", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 503/);
  const t = translatorFor("en");
  const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang: "en", item: earrings, size: "phone" });
  await form.choice("payment_paypal").check();
  await page.getByLabel(t("order_info.comments")).fill("Ring twice");
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/create-payment")) keys.push(request.headers()["idempotency-key"] ?? "");
  });
  shop.gateways.paypal.control({ responses: { every: { dead: true } } });
  try {
    await form.submit.click();
    await expect(form.summary).toHaveText(t("payment_gateway.unreachable", { method: "PayPal" }));
  } finally {
    shop.gateways.paypal.control({});
  }
  await page.reload();
  await expect(form.choice("payment_paypal")).toBeChecked();
  await expect(page.getByLabel(t("order_info.comments"))).toHaveValue("Ring twice");
  await form.submit.click();
  await new PaypalPage(page).choose("approve");
  const orderId = await expectResult(page, "en", "success_title");
  expect(await store.order(orderId)).toMatchObject({ status: "processing", customer_note: "Ring twice" });
  expect((await store.history()).total_orders).toBe(1);
  expect(keys).toHaveLength(2);
});
