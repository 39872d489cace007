import type { Page } from "@playwright/test";
import type { BankPayment } from "#contract/bank-payment.ts";
import type { PaymentState } from "#contract/payment.ts";
import { aKey, anOnlinePayment, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { aGuest } from "./checkout/guest.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { codeTo, test } from "./checkout/shop-with-codes.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { takePicture } from "./kit/picture.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import { expect } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

const phoneSize = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };
type Lang = Parameters<typeof translatorFor>[0];

test.use({ viewport: phoneSize, shopOf: "orders without an email" });

/** From a product to the form, as a guest. @returns when the form was opened */
async function openForm(page: Page, shop: RunningShop, lang: Lang): Promise<number> {
  const t = translatorFor(lang);
  await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
  await page.goto("/product-detail/143/");
  const buy = page.getByRole("main").getByRole("button", { name: t("product.buy_now") });
  await buy.first().click();
  await page.waitForURL("**/checkout");
  await page
    .getByRole("link", { name: t("checkout.purchase") })
    .filter({ visible: true })
    .click();
  await page.waitForURL("**/checkout/order-info");
  await expect(new OrderInfo(page, t).field("lastName")).toBeEditable();
  return page.evaluate(() => performance.now());
}

/** Requests a code for the order, as on another device. */
async function lookUp(page: Page, { id, number, lang }: { id: string; number: string; lang: Lang }): Promise<void> {
  const t = translatorFor(lang);
  await page.context().clearCookies({ name: /^(?!preferred-language$)/ });
  await page.goto("/order-lookup");
  await page.getByLabel(t("guest.lookup_number")).fill(id);
  await page.getByLabel(t("guest.lookup_contact")).fill(number);
  await page.getByRole("button", { name: t("guest.lookup_submit_codes") }).click();
  await expect(page.getByText(t("guest.code_no_message"))).toBeVisible();
}

for (const lang of ["vi", "en"] as const)
  test(`GU05, GU10, GU19: a guest orders without an email, confirms and finds the order by codes (${lang}) @all`, async ({
    page,
    shop,
    phone,
  }) => {
    const t = translatorFor(lang);
    const person = aGuest();
    const openedAt = await openForm(page, shop, lang);
    const form = new OrderInfo(page, t);
    const email = page.getByLabel(`${t("order_info.email")} (${t("common.optional")})`, { exact: true });
    await expect(email).toHaveAccessibleDescription(t("order_info.email_hint"));
    await expect(email).not.toHaveAttribute("required");
    await takePicture(page, `form-${lang}`, { fullPage: true });
    await page.setViewportSize(wide);
    await takePicture(page, `form-wide-${lang}`, { fullPage: true });
    await page.setViewportSize(phoneSize);
    for (const name of ["lastName", "firstName", "phone"] as const) await form.field(name).fill(person[name]);
    await form.fillAddress();
    await form.choice("payment_cod").check();
    await email.fill("lan@");
    // a form that is filled in faster than a person can do it is refused
    await page.waitForFunction((since) => performance.now() - since > 3000, openedAt);
    await form.submit.click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(t("validation.email_invalid"));
    await expectAccessible(page);
    await takePicture(page, `form-wrong-${lang}`, { fullPage: true });
    await email.fill("");
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await page.waitForURL("**/final-payment?order_id=*");
    const id = new URL(page.url()).searchParams.get("order_id") ?? "";

    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("cod_confirmation.title"));
    const again = page.getByRole("region", { name: t("guest.find_title") });
    await expect(again).toContainText(t("guest.find_text", { number: id }));
    await expect(page.getByRole("region", { name: t("guest.keep_title") })).toHaveCount(0);
    await expect(main).not.toContainText(t("cod_confirmation.by_link"));
    await expect(main).not.toContainText("@");
    await expectAccessible(page);
    await expectLargeTargets(page, main);
    await takePicture(page, `result-${lang}`, { fullPage: true });
    await page.setViewportSize(wide);
    await takePicture(page, `result-wide-${lang}`, { fullPage: true });
    await main.getByRole("button", { name: t("cod_confirmation.send_code") }).click();
    await page.getByLabel(t("cod_confirmation.code_label")).fill(await codeTo(phone, person.phone));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("payment_result.cod_title"));
    await expect(again.getByRole("link", { name: t("guest.lookup_title") })).toHaveAttribute("href", "/order-lookup");

    phone.clear();
    await lookUp(page, { id, number: person.phone, lang });
    await page.getByLabel(t("cod_confirmation.code_label")).fill(await codeTo(phone, person.phone));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/order/${id}/*`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("linked_order.title"));
    await expect(main).not.toContainText(`${t("order_info.email")}:`);
    await takePicture(page, `linked-${lang}`, { fullPage: true });
    const emails = shop.gateways.mailbox.emails();
    expect(emails.filter(({ text }) => text.includes(`/order/${id}/`))).toEqual([]);
  });

test("GU05: the form requires the email again once no code can be sent, also if it was opened before", async ({
  page,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const t = translatorFor("vi");
  const person = aGuest();
  const openedAt = await openForm(page, shop, "vi");
  const form = new OrderInfo(page, t);
  for (const name of ["lastName", "firstName", "phone"] as const) await form.field(name).fill(person[name]);
  await form.fillAddress();
  await form.choice("payment_cod").check();
  await shop.command("settings set phone_code_daily_budget 0");
  await page.waitForFunction((since) => performance.now() - since > 3000, openedAt);
  await form.submit.click();
  const email = form.field("email");
  await expect(email).toBeFocused();
  const missing = t("validation.field_required", { field: t("order_info.email") });
  await expect(email).toHaveAccessibleDescription(missing);
  await expect(email).toHaveAttribute("required");
  await page.reload();
  await expect(email).toHaveAttribute("required");
  await expect(page.getByText(t("order_info.email_hint"))).toHaveCount(0);
  await shop.command("settings unset phone_code_daily_budget");
});

/** Orders by bank transfer in this browser, without an email. @returns the order's number */
async function orderByTransfer(page: Page, phone: string): Promise<string> {
  await page.goto("/");
  await new StoreCalls(page).put(143, null);
  const given = anOnlinePayment({ payment_method: "bacs" });
  const ward = { ward_code: benNgheOfCarrier.wardCode, district_id: benNgheOfCarrier.districtId };
  const contact = { email: "", phone };
  const begun = await page.request.post("/wp-json/lianne-bank/v1/create-payment", {
    headers: { "idempotency-key": aKey() },
    data: {
      ...given,
      customer: { ...given.customer, ...contact },
      billing_address: { ...given.billing_address, ...ward, ...contact },
      shipping_address: { ...given.shipping_address, ...ward },
    },
  });
  const { order_id: id } = (await begun.json()) as { order_id: number };
  return String(id);
}

const results: readonly (readonly [string, Partial<PaymentState>])[] = [
  ["a waiting payment", {}],
  ["a failed payment", { payment_status: "failed", message: "" }],
  ["a cash order", { payment_status: "placed", payment_method: "cod" }],
];

for (const [name, changes] of results)
  test(`GU05, GU10: the result of ${name} without an email states how to find the order, also if the order is not loaded @all`, async ({
    page,
    shop,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 500/);
    const t = translatorFor("vi");
    await page.context().addCookies([{ name: "preferred-language", value: "vi", url: shop.url }]);
    const id = await orderByTransfer(page, aGuest().phone);
    await page.route("**/payment-callback?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as PaymentState), ...changes } });
    });
    const again = page.getByRole("region", { name: t("guest.find_title") });
    const open = async () => {
      await page.goto(`/final-payment?order_id=${id}`);
      await expect(again).toContainText(t("guest.find_text", { number: id }));
      await expect(page.getByRole("region", { name: t("guest.keep_title") })).toHaveCount(0);
      await expect(page.getByRole("main")).not.toContainText("email");
    };
    await open();
    await takePicture(page, `result-${changes.payment_status ?? "waiting"}`, { fullPage: true });
    const problem = { code: "internal", message: "", data: { status: 500 } };
    await page.route(`**/wc/v3/orders/${id}?*`, (route) => route.fulfill({ status: 500, json: problem }));
    await open();
  });

/** Orders by bank transfer, see above, and pays too much. @returns the order's number */
async function overpay(page: Page, shop: RunningShop, phone: string): Promise<string> {
  const id = await orderByTransfer(page, phone);
  const payment = await page.request.get(`/wp-json/lianne-bank/v1/payments/${id}`);
  const { missing, pay_to: payTo } = (await payment.json()) as BankPayment;
  const { account = "", content = "" } = payTo ?? {};
  await shop.gateways.bank.transfer({ account, amount: missing + 7000, content });
  return id;
}

test("GU05, BQ30: what a guest without an email has paid too much is returned to an account entered on the order's page @all", async ({
  page,
  shop,
  phone,
}) => {
  const t = translatorFor("vi");
  await page.context().addCookies([{ name: "preferred-language", value: "vi", url: shop.url }]);
  const { phone: number } = aGuest();
  const id = await overpay(page, shop, number);
  await lookUp(page, { id, number, lang: "vi" });
  await page.getByLabel(t("cod_confirmation.code_label")).fill(await codeTo(phone, number));
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/order/${id}/*`);
  const enter = page.getByRole("link", { name: t("self_service.enter_account") });
  await expect(enter).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "linked-refund", { fullPage: true });
  await enter.click();
  await expect(page.getByRole("heading", { name: t("bank_payment.return_title") })).toBeVisible();
  await takePicture(page, "refund-account", { fullPage: true });
  await page.getByLabel(t("bank_payment.bank")).selectOption({ index: 1 });
  await page.getByLabel(t("bank_payment.account"), { exact: true }).fill("0531000123456");
  await page.getByLabel(t("bank_payment.holder")).fill("LE THI LAN");
  await page.getByRole("button", { name: t("bank_payment.return_save") }).click();
  await expect(page.getByText("•••3456")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("linked_order.title"));
  await expect(enter).toHaveCount(0);
});
