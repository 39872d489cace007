import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import type { Page } from "@playwright/test";
import { aGuest } from "./checkout/guest.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { takePicture } from "./kit/picture.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import { codeTo, test } from "./checkout/shop-with-codes.ts";
import { expect } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Places a guest's cash order in this browser. */
async function placeOrder(page: Page, shop: RunningShop, lang: Lang) {
  await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
  await page.goto("/");
  const store = new StoreCalls(page);
  await store.put(143, null);
  const { email, phone } = aGuest();
  const order = aCodOrder({ ward: benNgheOfCarrier });
  const id = await store.placeCashOrder({ ...order, billing: { ...order.billing, email, phone } }, aKey());
  return { id, email, phone };
}

const wrongFor = (code: string): string => (code === "000000" ? "111111" : "000000");

for (const lang of ["vi", "en"] as const)
  test(`GU10, GU12: an order is found by a code to its phone, on a phone with a keyboard (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, phone, expectedMessages }) => {
    expectedMessages.push(/status of 400/, /ERR_INTERNET_DISCONNECTED/);
    const t = translatorFor(lang);
    const order = await placeOrder(page, shop, lang);
    await page.goto("/order-lookup");
    await expect(page.getByText(t("guest.lookup_text_codes"))).toBeVisible();
    await page.getByLabel(t("guest.lookup_number")).fill(String(order.id));
    await page.getByLabel(t("guest.lookup_contact")).fill(order.phone);
    await page.keyboard.press("Enter");
    const field = page.getByLabel(t("cod_confirmation.code_label"));
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    await expect(field).toHaveAttribute("inputmode", "numeric");
    await expect(page.getByText(t("guest.code_sent"))).toBeVisible();
    await expect(page.getByRole("button", { name: /\d/ })).toBeDisabled();
    await expectAccessible(page);
    await expectLargeTargets(page, page.getByRole("main"));
    await takePicture(page, `lookup-code-${lang}`, { fullPage: true });
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("cod_confirmation.code_error"))).toBeVisible();
    const code = await codeTo(phone, order.phone);
    await field.fill(wrongFor(code));
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("cod_confirmation.code_wrong"))).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    await takePicture(page, `lookup-code-wrong-${lang}`, { fullPage: true });
    await page.context().setOffline(true);
    await expect(page.getByText(t("cod_confirmation.code_offline"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("guest.code_submit") })).toBeDisabled();
    await page.context().setOffline(false);
    await expect(page.getByText(t("cod_confirmation.code_offline"))).toHaveCount(0);
    await field.fill(code);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/order/${order.id}/*`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("linked_order.title"));
    await expect(page.getByRole("main")).not.toContainText(order.phone);
  });

test("GU12: another code follows after a minute; too many, and a code that has ended, are explained @all", async ({
  page,
  shop,
  phone,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 4(00|29)/);
  const t = translatorFor("vi");
  const order = await placeOrder(page, shop, "vi");
  await page.clock.install();
  await page.goto("/order-lookup");
  await page.getByLabel(t("guest.lookup_number")).fill(String(order.id));
  await page.getByLabel(t("guest.lookup_contact")).fill(order.phone);
  await page.getByRole("button", { name: t("guest.lookup_submit_codes") }).click();
  const field = page.getByLabel(t("cod_confirmation.code_label"));
  const resend = page.getByRole("button", { name: t("cod_confirmation.code_resend"), exact: true });
  for (let sent = 1; sent <= 3; sent++) {
    await expect(field).toBeFocused();
    await expect.poll(() => phone.messages(order.phone).length).toBe(sent);
    await expect(resend).toHaveCount(0);
    await page.clock.runFor(61_000);
    await expect(resend).toBeEnabled();
    await resend.click();
  }
  await expect(page.getByRole("alert")).toContainText(t("errors.rate_limited"));
  await expect(resend).toBeEnabled();
  await takePicture(page, "code-too-many", { fullPage: true });
  const [last] = phone.messages(order.phone);
  for (let tries = 1; tries <= 5; tries++) {
    await field.fill(wrongFor(last?.code ?? ""));
    await page.getByRole("button", { name: t("guest.code_submit") }).click();
    await expect(
      page.getByText(t(tries < 5 ? "cod_confirmation.code_wrong" : "cod_confirmation.code_ended")),
    ).toBeVisible();
    await expect(field).toHaveValue("");
  }
  await field.fill(last?.code ?? "");
  await page.getByRole("button", { name: t("guest.code_submit") }).click();
  await expect(field).toHaveValue("");
  await expect(page.getByText(t("cod_confirmation.code_ended"))).toBeVisible();
});

for (const lang of ["vi", "en"] as const)
  test(`GU19: a guest confirms a cash order on its result page by a code (${lang}) @all`, async ({
    page,
    shop,
    phone,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 40[09]/);
    const t = translatorFor(lang);
    const order = await placeOrder(page, shop, lang);
    await page.goto(`/final-payment?order_id=${order.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("cod_confirmation.title"));
    await takePicture(page, `confirm-before-${lang}`, { fullPage: true });
    // both services refuse it
    phone.setFault({ zalo_error: -118, sms_code: "104" });
    const send = page.getByRole("button", { name: t("cod_confirmation.send_code") });
    await send.click();
    const masked = `09•• ••• ${order.phone.slice(-3)}`;
    const failure = t("cod_confirmation.code_not_sent", { phone: masked, shop: t("footer.phone") });
    await expect(page.getByRole("alert")).toHaveText(failure);
    await expectAccessible(page);
    await takePicture(page, `confirm-not-sent-${lang}`, { fullPage: true });
    phone.setFault({});
    await send.click();
    const field = page.getByLabel(t("cod_confirmation.code_label"));
    await expect(field).toBeFocused();
    await expect(page.getByText(masked)).toBeVisible();
    await expectAccessible(page);
    await expectLargeTargets(page, page.getByRole("main"));
    await takePicture(page, `confirm-code-${lang}`, { fullPage: true });
    const code = await codeTo(phone, order.phone);
    await field.fill(wrongFor(code));
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("cod_confirmation.code_wrong"))).toBeVisible();
    await field.fill(code);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("payment_result.cod_title"));
    await expect(field).toHaveCount(0);
  });

test("GU18: beyond the orders of a network the page behind the link requires the code @all", async ({
  page,
  shop,
  phone,
}) => {
  const t = translatorFor("vi");
  await shop.command("settings set guest_cod_max_per_network 1");
  await placeOrder(page, shop, "vi");
  const order = await placeOrder(page, shop, "vi");
  await shop.command("settings unset guest_cod_max_per_network");
  const { mailbox } = shop.gateways;
  await expect.poll(() => mailbox.emails(order.email).length).toBe(1);
  const [path = ""] = /\/order\/\d+\/[0-9a-f]{32}/.exec(mailbox.emails(order.email)[0]?.text ?? "") ?? [];
  await page.goto(path);
  const card = page.getByRole("article");
  await expect(card).toContainText(t("cod_confirmation.code_required"));
  await expect(card.getByRole("button", { name: t("cod_confirmation.button") })).toHaveCount(0);
  await card.getByRole("button", { name: t("cod_confirmation.send_code") }).click();
  await expect(card.getByLabel(t("cod_confirmation.code_label"))).toBeFocused();
  await expectAccessible(page);
  await takePicture(page, "link-code", { fullPage: true });
  await card.getByLabel(t("cod_confirmation.code_label")).fill(await codeTo(phone, order.phone));
  await card.getByRole("button", { name: t("cod_confirmation.button") }).click();
  await expect(card).toContainText(t("cod_confirmation.done"));
});

for (const lang of ["vi", "en"] as const)
  test(`GU18: an account in which such an order was saved is requested for the code, also without guests (${lang}) @all`, async ({
    page,
    shop,
    phone,
  }) => {
    const t = translatorFor(lang);
    await shop.command("settings set guest_cod_max_per_network 1");
    await placeOrder(page, shop, lang);
    const order = await placeOrder(page, shop, lang);
    await shop.command("settings unset guest_cod_max_per_network");
    await page.goto(`/final-payment?order_id=${order.id}`);
    const saving = page.getByRole("region", { name: t("guest.keep_title") });
    await saving.getByLabel(t("auth.password")).fill("a ring of silver");
    await saving.getByRole("button", { name: t("guest.keep_submit") }).click();
    await expect(page.getByRole("link", { name: t("payment_result.view_orders") })).toBeVisible();
    await shop.command("settings set guest_checkout off");
    await page.reload();
    const main = page.getByRole("main");
    const send = main.getByRole("button", { name: t("cod_confirmation.send_code") });
    const confirm = main.getByRole("button", { name: t("cod_confirmation.button") });
    await expect(send).toBeVisible();
    await expect(main).toContainText(t("cod_confirmation.code_required"));
    await expect(confirm).toHaveCount(0);
    await expectAccessible(page);
    await takePicture(page, `account-result-code-${lang}`, { fullPage: true });
    await page.goto("/profile?tab=orders");
    const card = page.getByRole("article");
    await expect(card).toContainText(t("cod_confirmation.code_required"));
    await expect(card).not.toContainText(t("cod_confirmation.by_email"));
    await expect(confirm).toHaveCount(0);
    await takePicture(page, `account-code-${lang}`, { fullPage: true });
    await send.click();
    const field = card.getByLabel(t("cod_confirmation.code_label"));
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await expectLargeTargets(page, main);
    await takePicture(page, `account-code-entry-${lang}`, { fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await takePicture(page, `account-code-entry-wide-${lang}`, { fullPage: true });
    await field.fill(await codeTo(phone, order.phone));
    await confirm.click();
    await expect(card).toContainText(t("cod_confirmation.done"));
    await shop.command("settings set guest_checkout confirmed");
  });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("GU12: both forms of the look-up are sent @all", async ({ page, phone, expectedMessages }) => {
    expectedMessages.push(/status of 400/);
    const t = translatorFor("vi");
    // there is no such order, which the pages do not show
    await page.goto("/order-lookup");
    await page.getByLabel(t("guest.lookup_number")).fill("99999999");
    await page.getByLabel(t("guest.lookup_contact")).fill("0912000111");
    await page.getByRole("button", { name: t("guest.lookup_submit_codes") }).click();
    await expect(page.getByText(t("guest.code_sent"))).toBeVisible();
    await page.getByLabel(t("cod_confirmation.code_label")).fill("123456");
    await page.getByRole("button", { name: t("guest.code_submit") }).click();
    await expect(page.getByText(t("cod_confirmation.code_wrong"))).toBeVisible();
    expect(phone.messages("0912000111")).toEqual([]);
  });
});
