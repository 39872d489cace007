import type { Locator, Page } from "@playwright/test";
import { aCodOrder, aKey, anOnlinePayment, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { customerOn, optionName, optionsByPrice, ringInTwoSizes } from "./checkout/own-order.ts";
import type { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { takePicture } from "./kit/picture.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";
import { expect, test } from "./kit/test.ts";

const earrings = 143;

/** Places a cash order of earrings, and opens the list of orders. @returns its number and its card */
async function placeOrder(page: Page, store: StoreCalls): Promise<{ id: number; card: Locator }> {
  const line_items = [{ product_id: earrings, quantity: 1 }];
  const id = await store.placeCashOrder(aCodOrder({ line_items, ward: benNgheOfCarrier }), aKey());
  await page.goto("/profile?tab=orders");
  return { id, card: page.getByRole("article").first() };
}

for (const { lang, width } of [
  { lang: "vi", width: 390 },
  { lang: "en", width: 1440 },
] as { lang: Lang; width: number }[])
  test(`SO03, SO05, SO12: a shopper changes the recipient of an order, then cancels it (${lang})`, {
    tag: lang === "en" ? "@all" : [],
  }, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    const t = translatorFor(lang);
    const store = await customerOn({ page, shop, shopper }, { lang, width, height: 900 });
    const { id, card } = await placeOrder(page, store);
    await card.scrollIntoViewIfNeeded();
    await takePicture(page, "order", { fullPage: true });

    await card.getByRole("button", { name: t("self_service.change_recipient") }).click();
    const dialog = dialogOn(page);
    const phone = dialog.getByLabel(t("order_info.phone"));
    await expect(phone).toHaveValue("0912345678");
    await phone.fill("12");
    const save = dialog.getByRole("button", { name: t("self_service.save") });
    await save.click();
    await expect(dialog).toContainText(t("validation.vn_phone"));
    await expect(phone).toBeFocused();
    await phone.fill("0987 654 321");
    await expectAccessible(page);
    await takePicture(page, "recipient");
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText("0987654321");

    await card.getByRole("button", { name: t("self_service.resend") }).click();
    await expect(page.getByText(t("self_service.resent", { number: id }))).toBeVisible();

    const cancel = card.getByRole("button", { name: t("self_service.cancel") });
    await cancel.click();
    await expect(dialog).toContainText(t("self_service.nothing_due"));
    await dialog.getByText(t("self_cancel_reasons.other")).click();
    const note = dialog.getByRole("textbox");
    await note.fill("Tôi mua nhầm");
    await expectAccessible(page);
    await takePicture(page, "cancel");
    // closed by Escape and opened again: what was entered is still there
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await cancel.click();
    await expect(note).toHaveValue("Tôi mua nhầm");
    await page.context().setOffline(true);
    const confirm = dialog.getByRole("button", { name: t("self_service.cancel") });
    await confirm.click();
    await expect(dialog.getByRole("alert")).toContainText(t("errors.network"));
    await page.context().setOffline(false);
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText(t("order_status.cancelled"));
    await expect(cancel).toHaveCount(0);
    expect((await store.history()).orders[0]).toMatchObject({ order_id: id, status: "cancelled" });
  });

/** Phường Phúc Xá, Quận Ba Đình, Hà Nội, at the carrier */
const far = { province: "201", district: "1001", ward: "00001" };

for (const lang of ["vi", "en"] as Lang[])
  test(`SO06: a shopper changes the address of an order on a phone (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    const t = translatorFor(lang);
    const store = await customerOn({ page, shop, shopper }, { lang, width: 390 });
    const { id, card } = await placeOrder(page, store);
    const open = card.getByRole("button", { name: t("self_service.change_address") });
    await open.click();
    const dialog = dialogOn(page);
    const save = dialog.getByRole("button", { name: t("self_service.save") });
    const street = dialog.getByLabel(t("order_info.address"), { exact: true });
    await expect(street).toHaveValue("12 Nguyễn Huệ");
    await expect(save, "the quote of the present address").toBeEnabled();
    await street.fill("");
    await save.click();
    await expect(street).toHaveAttribute("aria-invalid", "true");
    await expect(street).toBeFocused();
    await street.fill("7 Đồng Khởi");
    await dialog.getByLabel(t("fields.city"), { exact: false }).selectOption(far.province);
    const district = dialog.getByLabel(t("fields.state"), { exact: false });
    await save.click();
    await expect(district, "the first field without a value").toBeFocused();
    await expect(district).toHaveAccessibleDescription(
      t("validation.field_required", { field: t("order_info.district") }),
    );
    await district.selectOption(far.district);
    await dialog.getByLabel(t("fields.ward"), { exact: false }).selectOption(far.ward);
    await expect(save).toBeEnabled();
    await expect(dialog.getByText(t("self_service.total_after"))).toBeVisible();
    await expectAccessible(page);
    await expectLargeTargets(page, dialog);
    await takePicture(page, "address", { fullPage: true });
    // closed by Escape and opened again: what was entered is still there
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await open.click();
    await expect(street).toHaveValue("7 Đồng Khởi");
    await page.context().setOffline(true);
    await save.click();
    await expect(dialog.getByRole("alert")).toContainText(t("errors.network"));
    await page.context().setOffline(false);
    await expect(save).toBeEnabled();
    await page.setViewportSize({ width: 1440, height: 900 });
    await takePicture(page, "address-desktop");
    await page.setViewportSize({ width: 390, height: 844 });
    const before = (await store.history()).orders[0]?.payment.total_amount ?? 0;
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText("7 Đồng Khởi");
    const [record] = (await store.history()).orders;
    expect(record).toMatchObject({
      order_id: id,
      shipping: { address: "7 Đồng Khởi", province_name: "Thành phố Hà Nội" },
    });
    expect(record?.payment.total_amount, "the carrier's price to Hanoi").toBeGreaterThan(before);
  });

for (const lang of ["vi", "en"] as Lang[])
  test(`SO07, SO08: a shopper changes the option of a paid order on a phone, and pays the rest (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper }) => {
    const t = translatorFor(lang);
    const ring = await ringInTwoSizes(shop);
    const store = await customerOn({ page, shop, shopper }, { lang, width: 390 });
    const [cheapest, dearest] = await optionsByPrice(store, ring);
    const payment = anOnlinePayment({ items: [{ product_id: ring, variation_id: cheapest.id, quantity: 1 }] });
    const headers = { authorization: await store.key(), "idempotency-key": aKey() };
    const begun = await page.request.post("/wp-json/lianne-vnpay/v1/create-payment", { data: payment, headers });
    const { payment_url: url } = (await begun.json()) as { payment_url: string };
    await page.goto(url);
    const vnpay = new VnpayPage(page, lang);
    await vnpay.payByCard("good");
    await page.waitForURL("**/final-payment*");

    await page.goto(`${shop.url}/profile?tab=orders`);
    const card = page.getByRole("article").first();
    const change = card.getByRole("button", { name: t("self_service.change_option") });
    await change.click();
    const dialog = dialogOn(page);
    const choices = dialog.getByRole("group", { name: t("self_service.option_new") });
    await expect(dialog.getByRole("button", { name: t("self_service.save") })).toBeDisabled();
    await expect(dialog.getByText(t("self_service.total_after")), "above the fold").toBeInViewport({ ratio: 1 });
    const inLanguage = (await store.variations(ring, lang)).find(({ id }) => id === dearest.id) ?? dearest;
    await choices.getByText(optionName(inLanguage), { exact: true }).click();
    const pay = dialog.locator("button[type=submit]");
    await expect(pay).toBeEnabled();
    await expectAccessible(page);
    await expectLargeTargets(page, dialog);
    await takePicture(page, "option", { fullPage: true });
    await pay.scrollIntoViewIfNeeded();
    await takePicture(page, "option-end");
    await pay.click();

    // not paid: the order is as it was, and shows what it waits for
    await vnpay.cancel();
    await page.waitForURL("**/profile?tab=orders");
    const discard = card.getByRole("button", { name: t("self_service.change_discard") });
    await expect(discard).toBeVisible();
    expect((await store.history()).orders[0]?.items[0]?.variation_id).toBe(cheapest.id);
    await expectAccessible(page);
    await discard.scrollIntoViewIfNeeded();
    await takePicture(page, "waiting");
    await card.getByRole("button", { name: new RegExp(t("self_service.change_pay", { amount: ".+" })) }).click();
    await vnpay.payByCard("good");
    await page.waitForURL("**/profile?tab=orders");
    await expect(discard).toHaveCount(0);
    // a job applies the change after the gateway's notification
    const ordered = async () => (await store.history()).orders[0]?.items[0]?.variation_id;
    await expect.poll(ordered).toBe(dearest.id);
    const paid = (await store.history()).orders[0];
    await page.reload();

    // back to the cheaper one: the difference is returned
    await change.click();
    const back = (await store.variations(ring, lang)).find(({ id }) => id === cheapest.id) ?? cheapest;
    await choices.getByText(optionName(back), { exact: true }).click();
    await expect(pay).toHaveText(t("self_service.save"));
    await takePicture(page, "less", { fullPage: true });
    await pay.click();
    await expect(dialog).toBeHidden();
    await expect.poll(ordered).toBe(cheapest.id);
    expect((await store.history()).orders[0]?.payment.total_amount).toBeLessThan(paid?.payment.total_amount ?? 0);
  });
