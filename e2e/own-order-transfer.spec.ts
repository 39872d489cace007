import type { BankPayment } from "#contract/bank-payment.ts";
import { aKey, anOnlinePayment } from "#fixtures/testing/cod-order.ts";
import { dong } from "./checkout/money.ts";
import { customerOn, optionName, optionsByPrice, ringInTwoSizes } from "./checkout/own-order.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expectNoOverflow } from "./kit/layout.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, openTab, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

const account = "0011001234567";
/** what the dearer size costs more */
const more = 120_000;

for (const lang of ["vi", "en"] as Lang[])
  test(`SO08: a shopper changes an order that was paid by transfer, transfers the difference by its QR, then changes it back (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper, browser }) => {
    test.slow();
    const t = translatorFor(lang);
    const { bank } = shop.gateways;
    const shoot = (name: string, of = page) => takePicture(of, `${name}-${lang}`, { fullPage: true });
    const ring = await ringInTwoSizes(shop);
    const store = await customerOn({ page, shop, shopper }, { lang, width: 390 });
    const [cheap, dear] = await optionsByPrice(store, ring);
    const items = [{ product_id: ring, variation_id: cheap.id, quantity: 1 }];
    const begun = await page.request.post("/wp-json/lianne-bank/v1/create-payment", {
      data: anOnlinePayment({ items, payment_method: "bacs" }),
      headers: { authorization: await store.key(), "idempotency-key": aKey() },
    });
    const { order_id: id } = (await begun.json()) as { order_id: number };
    const payment = async () =>
      (await (await page.request.get(`/wp-json/lianne-bank/v1/payments/${id}`)).json()) as BankPayment;
    const { missing: total, pay_to: payTo } = await payment();
    const content = payTo?.content ?? "";
    await bank.transfer({ account, amount: total, content });
    await expect.poll(async () => (await payment()).state).toBe("paid");

    await page.goto("/profile?tab=orders");
    const card = page.getByRole("article").first();
    const change = card.getByRole("button", { name: t("self_service.change_option") });
    const dialog = dialogOn(page);
    const choose = async ({ id: wanted }: typeof dear) => {
      await change.click();
      const shown = (await store.variations(ring, lang)).find((option) => option.id === wanted);
      const choices = dialog.getByRole("group", { name: t("self_service.option_new") });
      await choices.getByText(optionName(shown ?? dear), { exact: true }).click();
      await dialog.locator("button[type=submit]").click();
    };
    await choose(dear);

    // the QR of the difference, here and on another device
    await page.waitForURL(`**/bank-payment/${id}`);
    await expect(page.getByRole("heading", { name: t("bank_payment.change_title", { order: id }) })).toBeVisible();
    await expect(page.getByText(t("bank_payment.change_text"))).toBeVisible();
    const code = (amount: number) =>
      page.getByRole("img", { name: t("bank_payment.qr_alt", { amount: dong(amount), content }) });
    await expect(code(more)).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: dong(total + more) })).toBeVisible();
    await expectAccessible(page);
    await expectLargeTargets(page, page.getByRole("main"));
    await expectNoOverflow(page, [320, 390]);
    await shoot("qr");
    const making = page.waitForResponse(/\/link\?/);
    await page.getByRole("button", { name: t("bank_payment.other_device") }).click();
    const { url } = (await (await making).json()) as { url: string };
    const device = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const other = await openTab(device);
    await other.goto(`${url}&lang=${lang}`);
    await expect(other.getByText(t("bank_payment.change_text"))).toBeVisible();
    await shoot("qr-desktop", other);

    // the order is as it was, and shows what it waits for
    await page.goto("/profile?tab=orders");
    const pay = card.getByRole("button", { name: t("self_service.change_pay", { amount: dong(more) }) });
    await expect(pay).toBeVisible();
    // until when: it may be tomorrow
    await expect(card.getByText(/\d\d:\d\d \d\d\/\d\d\/\d{4}\. /)).toBeVisible();
    await expectAccessible(page);
    await shoot("waiting");
    await pay.click();
    await page.waitForURL(`**/bank-payment/${id}`);
    await bank.transfer({ account, amount: 50_000, content });
    await expect(page.getByText(t("bank_payment.part", { a: dong(50_000), b: dong(more - 50_000) }))).toBeVisible();
    await expect(code(more - 50_000)).toBeVisible();
    await shoot("part");
    await bank.transfer({ account, amount: more - 50_000, content });

    // the page goes back to the orders, and these show the new size without being loaded again by hand
    await page.waitForURL("**/profile?tab=orders");
    const named = async ({ id: wanted }: typeof dear) =>
      optionName((await store.variations(ring, lang)).find((option) => option.id === wanted) ?? dear);
    await expect(card.getByText(dong(total + more)).first()).toBeVisible();
    await expect(card).toContainText(await named(dear));
    await expect(pay).toHaveCount(0);
    await expect(card.getByText(t("self_service.change_due"))).toHaveCount(0);
    await shoot("applied");
    await expect(other.getByRole("heading", { name: /./ }).first()).toBeVisible();
    await other.reload();
    await expect(other.getByRole("heading", { name: t("bank_payment.change_applied_title") })).toBeVisible();
    await shoot("applied-device", other);
    await device.close();

    // back to the cheaper size: the difference is returned to an account that the customer enters
    await choose(cheap);
    await expect(dialog).toBeHidden();
    await expect(card.getByText(t("self_service.account_needed", { amount: dong(more) }))).toBeVisible();
    const enter = card.getByRole("link", { name: t("self_service.enter_account") });
    await expectAccessible(page);
    await expectLargeTargets(page, enter.locator(".."));
    await shoot("account-needed");
    await enter.click();
    await page.waitForURL(`**/bank-payment/${id}`);
    await expect(page.getByRole("heading", { name: t("bank_payment.return_title") })).toBeVisible();
    await page.getByLabel(t("bank_payment.bank")).selectOption({ label: "MBBank" });
    // "Account" is a part of "Account holder" and of "My account"
    await page.locator("input[name=account]").fill("0000123456789");
    await page.getByLabel(t("bank_payment.holder")).fill("Trần Thị Ngọc");
    await shoot("account");
    await page.getByRole("button", { name: t("bank_payment.return_save") }).click();
    await expect(page.getByText("MBBank, •••6789, TRẦN THỊ NGỌC")).toBeVisible();
    await shoot("account-stored");
    await page.getByRole("link", { name: t("bank_payment.see_orders") }).click();
    await expect(card).toContainText(await named(cheap));
    await expect(enter).toHaveCount(0);
  });

for (const lang of ["vi", "en"] as Lang[])
  test(`SO09, BQ14: the page of a transfer names the cash that the order is paid by instead (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper }) => {
    const t = translatorFor(lang);
    const store = await customerOn({ page, shop, shopper }, { lang, width: 390 });
    const authorization = await store.key();
    const begun = await page.request.post("/wp-json/lianne-bank/v1/create-payment", {
      data: anOnlinePayment({ items: [{ product_id: 143, quantity: 1 }], payment_method: "bacs" }),
      headers: { authorization, "idempotency-key": aKey() },
    });
    const { order_id: id } = (await begun.json()) as { order_id: number };
    await page.goto(`/bank-payment/${id}`);
    await expect(page.getByText(t("bank_payment.instruction"))).toBeVisible();
    const path = `/wp-json/lianne-orders/v1/orders/${id}`;
    const { version } = (await (await page.request.get(path, { headers: { authorization } })).json()) as {
      version: string;
    };
    const switched = await page.request.post(`${path}/payment`, {
      data: { version, payment_method: "cod" },
      headers: { authorization, "idempotency-key": aKey() },
    });
    expect(switched.status()).toBe(200);
    // the open page too
    const text = t("bank_payment.other_method_text", { order: id, method: t("payment_method.cod") });
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("heading", { name: t("bank_payment.closed_title") })).toBeVisible();
    await expect(page.getByText(t("bank_payment.paid_title"))).toHaveCount(0);
    await expectAccessible(page);
    await takePicture(page, `bank-after-cod-${lang}`, { fullPage: true });
    await page.getByRole("link", { name: t("bank_payment.see_result") }).click();
    await page.waitForURL(/\/final-payment/);
    await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
  });

test("SO09, BQ14: an open page stops at a link that has ended, and names the part that arrived before another method was chosen @all", async ({
  page,
  shop,
  shopper,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 404/);
  const t = translatorFor("en");
  const store = await customerOn({ page, shop, shopper }, { lang: "en", width: 390 });
  const authorization = await store.key();
  const begun = await page.request.post("/wp-json/lianne-bank/v1/create-payment", {
    data: anOnlinePayment({ items: [{ product_id: 143, quantity: 1 }], payment_method: "bacs" }),
    headers: { authorization, "idempotency-key": aKey() },
  });
  const { order_id: id } = (await begun.json()) as { order_id: number };
  await page.goto(`/bank-payment/${id}`);
  const code = page.getByRole("img", { name: /VietQR/ });
  await expect(code).toBeVisible();

  const ended = await context.newPage();
  await ended.clock.install();
  await ended.goto(`/bank-payment/${id}`);
  await expect(ended.getByRole("img", { name: /VietQR/ })).toBeVisible();
  let requests = 0;
  await ended.route("**/lianne-bank/v1/payments/**", (route) => {
    requests += 1;
    return route.fulfill({ status: 404, json: { code: "not_found", message: "", data: { status: 404 } } });
  });
  await expect(async () => {
    await ended.clock.runFor(3_000);
    await expect(ended.getByRole("heading", { name: t("bank_payment.not_found") })).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(ended.getByRole("img", { name: /VietQR/ })).toHaveCount(0);
  const first = requests;
  await ended.clock.runFor(60_000);
  await ended.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await ended.clock.runFor(60_000);
  expect([first, requests]).toEqual([1, 1]);
  await ended.close();

  const payment = await page.request.get(`/wp-json/lianne-bank/v1/payments/${id}`, { headers: { authorization } });
  const { pay_to: payTo } = (await payment.json()) as BankPayment;
  await shop.gateways.bank.transfer({ account, amount: 100_000, content: payTo?.content ?? "" });
  const path = `/wp-json/lianne-orders/v1/orders/${id}`;
  const { version } = (await (await page.request.get(path, { headers: { authorization } })).json()) as {
    version: string;
  };
  const switched = await page.request.post(`${path}/payment`, {
    data: { version, payment_method: "cod" },
    headers: { authorization, "idempotency-key": aKey() },
  });
  expect(switched.status()).toBe(200);
  await expect(page.getByText(t("bank_payment.part_held", { a: dong(100_000) }))).toBeVisible();
  await expect(page.getByRole("heading", { name: t("bank_payment.closed_title") })).toBeVisible();
  await expect(code).toHaveCount(0);
  await takePicture(page, "bank-part-after-cod", { fullPage: true });
});
